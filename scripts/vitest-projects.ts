import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import type { ViteUserConfig } from "vitest/config";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SETUP = fileURLToPath(new URL("./vitest-setup.ts", import.meta.url));
const POSTGRES = fileURLToPath(new URL("../packages/test-support/src/global-setup.ts", import.meta.url));

/** Projects with tests on a Postgres server. A run that has no file of them starts none. */
const ON_POSTGRES = [
  "packages/store-postgres",
  "packages/test-support",
  "packages/runtime",
  "packages/mcp-server",
  "apps/cli",
];

/** The condition that makes `@memorymaster/*` imports resolve to `src`; setting it replaces Vite's defaults. */
const CONDITIONS = ["@memorymaster/source", ...defaultServerConditions];

/** Which test files of each project a run takes, as globs relative to the project. */
export interface TestSelection {
  include: string[];
  exclude: string[];
}

/** One vitest project for each workspace folder and one for `scripts`, all on source instead of built files. */
export function projectsOf(selection: TestSelection): ViteUserConfig {
  const conditions = { conditions: [...CONDITIONS] };
  return {
    root: ROOT,
    resolve: conditions,
    ssr: { resolve: conditions },
    test: {
      maxWorkers: 2,
      testTimeout: 120_000,
      // Of a machine that others use too: what passes at a second try is named at the end of `.ci/run`.
      retry: process.env["CI"] === undefined ? 0 : 1,
      projects: projectRoots().map((root) => ({
        extends: true,
        test: {
          name: root,
          root: join(ROOT, root),
          setupFiles: [SETUP],
          globalSetup: ON_POSTGRES.includes(root) ? [POSTGRES] : [],
          ...selection,
        },
      })),
    },
  };
}

function projectRoots(): string[] {
  const members = ["packages", "apps"].flatMap((group) =>
    readdirSync(join(ROOT, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${group}/${entry.name}`),
  );
  return [...members, "scripts"];
}
