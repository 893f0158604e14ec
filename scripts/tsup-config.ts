import { readFileSync } from "node:fs";
import type { Options } from "tsup";
import { listBundledLicences } from "./bundled-licences.ts";

type Entries = Record<string, string>;

/** The parts of package.json that decide what is built. */
interface Manifest {
  exports?: Record<string, { default: string }>;
  bin?: Record<string, string>;
}

/** What a package adds to the shared settings. */
export interface BuildInput {
  /** Packages copied into the output; consumers need not install them. Default none. */
  inline?: readonly (string | RegExp)[];
}

const SHARED = {
  format: ["esm"],
  platform: "node",
  target: "node20",
  outDir: "dist",
  dts: false,
  clean: false,
  splitting: true,
  removeNodeProtocol: false,
  silent: true,
} satisfies Options;

/**
 * The `exports` of the package in the current folder: dependencies stay imports, and chunks that entries share keep
 * one identity for every class. Declarations come from `write-declarations.mjs`.
 */
export function libraryBuild(input: BuildInput = {}): Options {
  const targets = Object.values(readManifest().exports ?? {}).map((target) => target.default);
  return {
    ...SHARED,
    entry: entriesOf(targets),
    sourcemap: true,
    noExternal: [...(input.inline ?? [])],
    esbuildPlugins: [listBundledLicences("dist/THIRD-PARTY-LICENSES.txt")],
  };
}

/** CommonJS dependencies inside an ES module still call `require` for Node built-ins. */
const REQUIRE_SHIM =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/** Native modules, and libraries that find files of their own beside them. */
const NOT_INLINED = ["better-sqlite3", "sqlite-vec", "@huggingface/transformers"];

/**
 * The `bin` programs of the package in the current folder: everything inside but native modules, since resolving
 * and reading kysely and zod file by file costs about 150 ms of start. Split into chunks, so that what is imported
 * lazily is also read lazily.
 */
export function programBuild(): Options {
  return {
    ...SHARED,
    entry: entriesOf(Object.values(readManifest().bin ?? {})),
    sourcemap: false,
    noExternal: [new RegExp(`^(?!(?:${NOT_INLINED.join("|")})$)`)],
    external: NOT_INLINED,
    banner: { js: REQUIRE_SHIM },
    esbuildOptions: (options) => {
      options.conditions = ["@memorymaster/source", "module"];
    },
    esbuildPlugins: [listBundledLicences("dist/THIRD-PARTY-LICENSES.txt")],
  };
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
}

/** `./dist/testing/index.js` is built from `src/testing/index.ts`. */
function entriesOf(targets: readonly string[]): Entries {
  const names = targets.map((target) => target.replace(/^\.\/dist\//, "").replace(/\.js$/, ""));
  return Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
}
