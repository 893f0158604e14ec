import type { ViteUserConfig } from "vitest/config";
import { projectsOf } from "./scripts/vitest-projects.ts";

/** Tests that read the reference data beside the clone; `npm test` never runs them. */
const config: ViteUserConfig = projectsOf({ include: ["test/data/**/*.test.ts"], exclude: [] });
export default config;
