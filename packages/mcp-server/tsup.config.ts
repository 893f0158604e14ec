import type { Options } from "tsup";
import { libraryBuild, programBuild } from "../../scripts/tsup-config.ts";

const config: Options[] = [libraryBuild(), programBuild()];
export default config;
