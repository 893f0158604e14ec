import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { mineTranscript, readTranscript } from "../../src/index.ts";
import { listTranscripts } from "../../src/capture/list-transcripts.ts";
import { memoryCursors } from "../support/memory-cursors.ts";
import { openMiningWorld } from "../support/mining-memory.ts";

const DATA = fileURLToPath(new URL("../../../../../shared/data/", import.meta.url));
const FOLDERS = ["realfiles/cc", "realfiles/codex", "transcripts"].map((name) => `${DATA}${name}`);

async function allFiles(): Promise<readonly string[]> {
  if (!existsSync(DATA)) throw new TypeError(`The transcripts are missing: ${DATA}`);
  return (await Promise.all(FOLDERS.map((folder) => listTranscripts(folder)))).flat();
}

const scopeOf = async (): Promise<string> => "project:data";

test("every transcript is mined without an error, and twice gives the same rows", async () => {
  using temp = tempFolder();
  await using world = await openMiningWorld(temp.at("memory.db"));
  const cursors = memoryCursors();

  for (const input of await allFiles()) {
    const { error, lines } = await mineTranscript(world.memory, { input, cursors, scopeOf });
    const kept = Object.entries(lines).map(([name, { kept, dropped }]) => `${name} ${kept}/${kept + dropped}`);
    process.stdout.write(`${input.slice(DATA.length)}: ${kept.join(", ")}\n`);
    expect([input, error]).toEqual([input, undefined]);
  }
  const rows = await world.turns();
  const claims = await world.memory.claims.list({ scopes: "all", limit: 1000 });
  expect([rows.length > 300, claims.items.length > 0]).toEqual([true, true]);
  const contents = rows.filter(({ kind }) => kind !== "tool").map(({ content }) => String(content));
  const long = contents.filter((content) => content.length > 300);
  expect(long.filter((content, index) => long.indexOf(content) !== index)).toEqual([]);
  for (const again of [cursors, memoryCursors()]) {
    for (const input of await allFiles()) await mineTranscript(world.memory, { input, cursors: again, scopeOf });
    expect(await world.turns()).toEqual(rows);
    expect((await world.memory.claims.list({ scopes: "all", limit: 1000 })).items).toEqual(claims.items);
  }
});

test("no word of a summary, an instruction or a sub-agent's prompt is the user's", async () => {
  for (const path of await allFiles()) {
    const lines = readFileSync(path, "utf8").split("\n");
    const { turns } = readTranscript(lines, { session: "file", fallbackTime: "2026-01-01T00:00:00+00:00" });
    const words = turns.filter(({ role }) => role === "user");

    const foreign = /"isCompactSummary":true|"isMeta":true|"isSidechain":true/;
    expect(words.filter(({ line }) => foreign.test(lines[line - 1] ?? ""))).toEqual([]);
    expect(words.filter(({ content }) => /^(?:<[a-z-]+>|Caveat:|\[Request)|system-reminder/.test(content))).toEqual([]);
  }
});

test("a transcript that breaks off in the middle of a line is read on when the line is whole", async () => {
  using temp = tempFolder();
  await using grown = await openMiningWorld(temp.at("grown.db"));
  await using atOnce = await openMiningWorld(temp.at("once.db"));
  for (const path of await allFiles()) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const bytes = readFileSync(path);
    const input = temp.write(name, "");
    const cursors = memoryCursors();
    for (const share of [0.31, 0.77, 1]) {
      writeFileSync(input, bytes.subarray(0, Math.floor(bytes.length * share)));
      await mineTranscript(grown.memory, { input, cursors, scopeOf, maxClaims: 0 });
    }
    await mineTranscript(atOnce.memory, { input, cursors: memoryCursors(), scopeOf, maxClaims: 0 });
  }

  const spoken = async (world: typeof grown): Promise<readonly string[]> =>
    (await world.turns()).flatMap(({ kind, session_id: session, content }) =>
      kind === "tool" ? [] : `${String(session)} ${String(content)}`,
    );
  expect([...(await spoken(grown))].sort()).toEqual([...(await spoken(atOnce))].sort());
});
