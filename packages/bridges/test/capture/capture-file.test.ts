import { appendFileSync, renameSync } from "node:fs";

import { tempFolder } from "@memorymaster/test-support";
import fc from "fast-check";
import { expect, test } from "vitest";

import { captureFile } from "../../src/capture/capture-file.ts";
import type { NewTurns } from "../../src/capture/capture-file.ts";
import { readTranscript } from "../../src/index.ts";
import type { TranscriptTurn } from "../../src/index.ts";
import { claude, codex, said } from "../support/lines.ts";
import { memoryCursors } from "../support/memory-cursors.ts";

const FIRST = claude("user", "Where is the queue?");
const SECOND = claude("assistant", "In src/queue.ts");

type Take = (path: string) => Promise<readonly TranscriptTurn[]>;

/** Takes in what is new of a file, and gives the turns. */
function taker(cursors = memoryCursors()): Take {
  return async (path) => {
    const turns: TranscriptTurn[] = [];
    const work = async (news: NewTurns): Promise<undefined> => void turns.push(...news.turns);
    await captureFile(path, { cursors, operation: "test", work });
    return turns;
  };
}

const contentsOf = (turns: readonly TranscriptTurn[]): readonly string[] => turns.map(({ content }) => content);

test("only what was appended is read, with the number of its line", async () => {
  using temp = tempFolder();
  const file = temp.write("s1.jsonl", `${FIRST}\n\n`);
  const take = taker();
  await take(file);
  appendFileSync(file, `${SECOND}\n`);

  const turns = await take(file);

  expect(turns.map(({ line, content }) => [line, content])).toEqual([[3, "In src/queue.ts"]]);
  expect(await take(file)).toEqual([]);
});

test("a line that is cut waits until it is whole", async () => {
  using temp = tempFolder();
  const file = temp.write("s1.jsonl", `${FIRST}\n${SECOND.slice(0, 60)}`);
  const take = taker();

  expect(contentsOf(await take(file))).toEqual(["Where is the queue?"]);
  expect(await take(file)).toEqual([]);
  appendFileSync(file, SECOND.slice(60));
  expect(contentsOf(await take(file))).toEqual(["In src/queue.ts"]);
  appendFileSync(file, `\n${FIRST}\n`);
  expect((await take(file)).map(({ line }) => line)).toEqual([3]);
});

test("a file that was cut, written anew or put elsewhere is read from its start", async () => {
  using temp = tempFolder();
  const file = temp.write("s1.jsonl", `${FIRST}\n${SECOND}\n`);
  const take = taker();
  await take(file);

  temp.write("s1.jsonl", `${SECOND}\n`);
  expect(contentsOf(await take(file))).toEqual(["In src/queue.ts"]);
  temp.write("s1.jsonl", `${FIRST}\n${SECOND}\n${FIRST}\n`);
  expect(await take(file)).toHaveLength(3);
  temp.folder("moved");
  renameSync(file, temp.at("moved", "s1.jsonl"));
  expect(await take(temp.at("moved", "s1.jsonl"))).toHaveLength(3);
});

test("work that fails leaves the cursor where it was, and a line returned moves it only so far", async () => {
  using temp = tempFolder();
  const file = temp.write("s1.jsonl", `${FIRST}\n${SECOND}\n${FIRST}\n`);
  const cursors = memoryCursors();
  const parts = { cursors, operation: "test" };
  const failing = captureFile(file, { ...parts, work: () => Promise.reject(new TypeError("no room")) });
  await expect(failing).rejects.toThrow("no room");
  expect(cursors.offsets()).toEqual([]);

  await captureFile(file, { ...parts, work: async () => 0 });
  expect(cursors.offsets()).toEqual([]);
  await captureFile(file, { ...parts, work: async () => 2 });

  expect(cursors.offsets()).toEqual([Buffer.byteLength(`${FIRST}\n${SECOND}\n`)]);
  expect(await taker(cursors)(file)).toHaveLength(1);
});

test("session, folder and the answer that goes on are known when a file is read on", async () => {
  using temp = tempFolder();
  const rollout = temp.write("rollout.jsonl", `${codex("session_meta", { id: "c1", cwd: "/srv/shop" })}\n`);
  const answer = claude("assistant", [said("The port is 7443")], { message: { id: "m1" } });
  const session = temp.write("s1.jsonl", `${answer}\n`);
  const take = taker();
  await take(rollout);
  await take(session);
  appendFileSync(rollout, `${codex("response_item", { type: "message", role: "user", content: "Which port?" })}\n`);
  appendFileSync(session, `${answer}\n${SECOND}\n`);

  expect((await take(rollout)).map(({ sessionId }) => sessionId)).toEqual(["c1"]);
  expect(contentsOf(await take(session))).toEqual(["In src/queue.ts"]);
});

test("however a file grows, the same is read as at once", async () => {
  const lines = fc.array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }).map((text) => claude("user", text)),
      fc
        .tuple(fc.string({ maxLength: 30 }), fc.constantFrom("m1", "m2"))
        .map(([text, id]) => claude("assistant", [said(text)], { message: { id } })),
      fc.constantFrom("", "{broken", "7", "\r"),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      async (all, cuts) => {
        using temp = tempFolder();
        const bytes = Buffer.from(all.map((line) => `${line}\n`).join(""));
        const file = temp.write("s1.jsonl", "");
        const take = taker();
        const grown: TranscriptTurn[] = [];
        let from = 0;
        for (const end of [...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length]) {
          appendFileSync(file, bytes.subarray(from, end));
          grown.push(...(await take(file)));
          from = end;
        }

        const atOnce = readTranscript(all, { session: "s1", fallbackTime: "2026-01-01T00:00:00+00:00" }).turns;
        // What an answer began with may have been taken before it went on.
        const isBeginning = (turn: TranscriptTurn): boolean => !atOnce.some((one) => one.content === turn.content);
        const whole = grown.filter((turn) => !isBeginning(turn));
        expect(new Set(whole.map(({ content }) => content))).toEqual(new Set(atOnce.map(({ content }) => content)));
        const fixed = (turns: readonly TranscriptTurn[]): readonly unknown[] =>
          turns.filter(({ role }) => role === "user").map(({ line, content, sessionId }) => [line, content, sessionId]);
        expect(fixed(whole)).toEqual(fixed(atOnce));
      },
    ),
    { numRuns: 60 },
  );
});
