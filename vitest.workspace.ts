import type { ViteUserConfig } from "vitest/config";
import { projectsOf } from "./scripts/vitest-projects.ts";

const config: ViteUserConfig = projectsOf({ include: ["test/**/*.test.ts"], exclude: ["test/data/**"] });
export default config;
