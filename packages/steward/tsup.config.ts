import type { Options } from "tsup";
import { libraryBuild } from "../../scripts/tsup-config.ts";

const config: Options = libraryBuild();
export default config;
