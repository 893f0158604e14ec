import type { Options } from "tsup";
import { programBuild } from "../../scripts/tsup-config.ts";

const config: Options = programBuild();
export default config;
