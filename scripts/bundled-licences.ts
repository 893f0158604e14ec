import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Options } from "tsup";

type EsbuildPlugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Writes the licence of every third-party package that the bundle contains to `outFile`; none inside, no file. */
export function listBundledLicences(outFile: string): EsbuildPlugin {
  return {
    name: "bundled-licences",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd((result) => {
        const folders = packageFolders(Object.keys(result.metafile?.inputs ?? {}));
        if (folders.length > 0) writeFileSync(outFile, folders.map(licenceSection).join("\n"));
      });
    },
  };
}

/** Package folders, sorted, of the bundled files that come from `node_modules`. */
function packageFolders(inputs: readonly string[]): string[] {
  const folders = inputs.flatMap((file) => {
    const match = /^(?<folder>.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
    return match?.groups?.["folder"] === undefined ? [] : [match.groups["folder"]];
  });
  return [...new Set(folders)].sort();
}

function licenceSection(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const name = `${String(manifest["name"])} ${String(manifest["version"])} (${String(manifest["license"])})`;
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return ["=".repeat(80), name, "", ...texts, ""].join("\n");
}
