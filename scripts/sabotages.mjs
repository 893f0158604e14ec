// Ways to break the program that some test must notice. Each replaces code that stands exactly once in its file; `tests`
// are the test files that are run. Whoever moves the code moves the sabotage with it.
const STORE = ["packages/store-sqlite/test/conformance-in-memory.test.ts"];

export const SABOTAGES = [
  {
    name: "version check of an update removed",
    file: "packages/store-sql/src/claims/update-claim.ts",
    find: '    .where("version", "=", target.version)\n',
    replace: "",
    tests: STORE,
  },
  {
    name: "tenant filter removed",
    file: "packages/store-sql/src/claims/claim-filter.ts",
    find: 'if (viewer.tenantId !== undefined) conditions.push(claims("claims.tenant_id", "=", viewer.tenantId));',
    replace: "",
    tests: STORE,
  },
  {
    name: "owner of a private claim not looked at",
    file: "packages/store-sql/src/claims/claim-filter.ts",
    find: "viewer.agent === undefined ? nonPublic",
    replace: "true ? nonPublic",
    tests: STORE,
  },
  {
    name: "text index of a new claim not written",
    file: "packages/store-sql/src/claims/insert-claims.ts",
    find: "zip(ids, indexed).map(([id, { terms }]) => ({ id, terms })),",
    replace: "[],",
    tests: STORE,
  },
  {
    name: "chain link wrong",
    file: "packages/core/src/events/record.ts",
    find: "      prevEventHash: prev,",
    replace: "      prevEventHash: own,",
    tests: STORE,
  },
  {
    name: "one family of secrets off",
    file: "packages/core/src/security/patterns/secret-patterns.ts",
    find: "  ...MESSAGING_PATTERNS,",
    replace: "",
    tests: ["packages/core/test/security"],
  },
  {
    name: "change committed before its event",
    file: "packages/core/src/claims/pin-claim.ts",
    find: "return context.store.transaction(async () => {",
    replace: "return (async (work: () => Promise<Claim>) => work())(async () => {",
    tests: ["packages/core/test/claims/pin-claim.test.ts", "packages/store-conformance", ...STORE],
  },
  {
    name: "undo without its event",
    file: "packages/core/src/governance/undo-one.ts",
    find: "  await record(run, undone, [...early, ...late]);",
    replace:
      "  run.undoEventIds.push(0, ...early, ...late);\n  if (run.reason === '\\u0000') await record(run, undone, []);",
    tests: ["packages/core/test/governance"],
  },
  {
    name: "erase without side rows",
    file: "packages/core/src/redaction/write-redaction.ts",
    find: "const erased = await events.eraseContents(id);",
    replace: "const erased = 0;",
    tests: ["packages/core/test/redaction", "packages/store-sqlite/test/redaction.test.ts"],
  },
  {
    name: "erase without cleaning the files",
    file: "packages/store-sqlite/src/files/purge-database.ts",
    find: '[optimize("claims_fts"), optimize("verbatim_fts"), "vacuum"]',
    replace: "[]",
    tests: ["packages/store-sqlite/test/files/purge-database.test.ts", "packages/store-sqlite/test/redaction.test.ts"],
  },
  {
    name: "cut chain not noticed",
    file: "packages/core/src/events/anchor-check.ts",
    find: ".filter(({ headId, headHash }) => hashes.get(headId) !== headHash)",
    replace: ".filter(() => false)",
    tests: ["packages/core/test/upkeep", "packages/store-sqlite/test/upkeep", ...STORE],
  },
];
