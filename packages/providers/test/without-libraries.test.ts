import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

import { temporaryFolder } from "./support/temporary-folder.ts";

const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));

/** Every step is set up, and tells what became of it. */
const PROGRAM = `
import { chooseEmbedder } from "@memorymaster/providers";
const { embedder, steps } = await chooseEmbedder(
  {
    local: { folder: "models" },
    gemini: { apiKey: "key" },
    openAiCompatible: { baseUrl: "http://127.0.0.1:11434/v1", model: "nomic-embed-text" },
  },
  { clock: { nowMs: () => 0 }, isSensitive: () => false },
);
process.stdout.write(JSON.stringify([embedder === undefined, ...steps.map(({ state, detail }) => [state, detail])]));
`;

/** A folder in which the built packages are installed, and nothing that they ask for as an option. */
function folderWithout(): string {
  const folder = temporaryFolder();
  for (const name of ["core", "providers"]) {
    const target = join(folder, "node_modules/@memorymaster", name);
    mkdirSync(target, { recursive: true });
    for (const part of ["package.json", "dist"])
      cpSync(join(PACKAGES, name, part), join(target, part), { recursive: true });
  }
  const fromCore = createRequire(join(PACKAGES, "core/package.json"));
  symlinkSync(dirname(fromCore.resolve("zod/package.json")), join(folder, "node_modules/zod"), "junction");
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  return folder;
}

test("where none of the optional libraries is installed every step says what to install", () => {
  const output = execFileSync(process.execPath, ["program.mjs"], { cwd: folderWithout(), encoding: "utf8" });

  expect(JSON.parse(output)).toEqual([
    true,
    ["unavailable", "install @huggingface/transformers"],
    ["unavailable", "install ai and @ai-sdk/google"],
    ["unavailable", "install ai and @ai-sdk/openai-compatible"],
  ]);
});
