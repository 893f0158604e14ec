import type { Options } from "tsup";
import { libraryBuild } from "../../scripts/tsup-config.ts";

const config: Options = libraryBuild({ inline: [/^@orama\/stemmers/] });
export default config;
