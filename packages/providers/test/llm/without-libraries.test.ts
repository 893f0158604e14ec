import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

import { temporaryFolder } from "../support/temporary-folder.ts";

const PACKAGES = fileURLToPath(new URL("../../../", import.meta.url));

const PROGRAM = `
import { createLanguageModel } from "@memorymaster/providers";
import * as z from "zod";
const service = { apiKeys: [{ label: "a", key: "k" }], baseUrl: "http://127.0.0.1:9/v1", model: "m" };
const connections = { google: service, openai: service, anthropic: service, "openai-compatible": service, ollama: service };
const request = { purpose: "p", instructions: "i", text: "t", schema: z.object({ same: z.boolean() }) };
const told = [];
for (const provider of Object.keys(connections)) {
  const model = createLanguageModel({ provider, connections }, { clock: { nowMs: () => 0 } });
  const { outcome, detail } = await model.ask(request);
  told.push([model.provider, outcome, detail]);
}
process.stdout.write(JSON.stringify(told));
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

test("a model is set up without any library; the first question says what to install, and Ollama needs none", () => {
  const output = execFileSync(process.execPath, ["program.mjs"], { cwd: folderWithout(), encoding: "utf8" });

  expect(JSON.parse(output)).toEqual([
    ["google", "no_provider", "install @ai-sdk/google"],
    ["openai", "no_provider", "install @ai-sdk/openai"],
    ["anthropic", "no_provider", "install @ai-sdk/anthropic"],
    ["openai-compatible", "no_provider", "install @ai-sdk/openai-compatible"],
    ["ollama", "transport_error", "no answer: 127.0.0.1:9"],
  ]);
});
