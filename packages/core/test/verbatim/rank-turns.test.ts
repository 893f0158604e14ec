import { describe, expect, it } from "vitest";
import type { RankedText } from "../../src/verbatim/ranked-turn.ts";
import { idsOf, rank, sessionOf } from "./rank-builders.ts";

const SMALL_TALK = [
  "Ada: Good morning to you",
  "Ben: The coffee here tastes of metal",
  "Ada: My train stood still for an hour",
  "Ben: They say rain comes tonight",
];

describe("rankTurns", () => {
  it("puts the turn with the rarer and with more of the words first", () => {
    const turns = sessionOf([
      ...SMALL_TALK,
      "Ada: The gateway writes its log to disk",
      ...SMALL_TALK.map((line) => `${line} again and again`),
      "Ben: The gateway of staging writes its log to syslog",
    ]);

    const [best] = rank(turns, "where does the staging gateway write its log");

    expect(best?.turn.content).toBe("The gateway of staging writes its log to syslog");
    expect(best?.matchedTerms).toEqual(["staging", "gateway", "write", "log"]);
  });

  it("finds the answer that shares no word with the question it follows, and names no word for it", () => {
    const turns = sessionOf([
      ...SMALL_TALK,
      "Ada: Which colour did you paint the kitchen?",
      "Ben: Mint green, at last",
      ...SMALL_TALK.map((line) => `${line} once more`),
    ]);

    const ranked = rank(turns, "colour of the painted kitchen");

    expect(idsOf(ranked).slice(0, 2)).toEqual([5, 6]);
    expect(ranked[1]?.matchedTerms).toEqual([]);
  });

  it("leaves the turn before and after a session's end apart", () => {
    const first = sessionOf(["Ada: We keep the spare key under the flowerpot"]);
    const second = sessionOf(["Ben: Nothing new here"], { sessionId: "s2", firstId: 2 });

    expect(idsOf(rank([...first, ...second], "spare key"))).toEqual([1]);
  });

  it("favours the speaker whom the question names, and neither of two", () => {
    const turns = sessionOf([
      "Ben: I adopted a puppy in spring",
      ...SMALL_TALK.map((line) => `${line} indeed`),
      "Ada: I adopted a puppy in spring, too",
    ]);
    const bestSpeaker = (asked: string): string | undefined => rank(turns, asked)[0]?.turn.speaker;

    expect([bestSpeaker("When did Ada adopt a puppy"), bestSpeaker("When did Ben adopt a puppy")]).toEqual([
      "Ada",
      "Ben",
    ]);
    expect(bestSpeaker("When did Ada and Ben adopt a puppy")).toBe(bestSpeaker("When was a puppy adopted"));
  });

  it("does not count being called by name as an answer about that person", () => {
    const turns = sessionOf(["Ben: Hey Ada, Ada, Ada!", ...SMALL_TALK, "Ada: My violin needs a new string"]);

    expect(idsOf(rank(turns, "What does the violin of Ada need"))[0]).toBe(6);
  });

  it("favours turns of the time that the question names, and of the days after it", () => {
    const said = ["Ada: I went swimming in the lake"];
    const turns = ["2026-01-05", "2026-02-12", "2026-03-01"].flatMap((day, at) =>
      sessionOf(
        said.map((line) => `${line} ${at}`),
        { sessionId: day, day, firstId: at + 1 },
      ),
    );
    const best = (asked: string): number | undefined => idsOf(rank(turns, asked))[0];

    expect([best("swimming in January"), best("swimming on 10 February 2026"), best("swimming last week")]).toEqual([
      1, 2, 3,
    ]);
  });

  it("puts a turn that only asks behind one that tells", () => {
    const turns = sessionOf([
      "Ada: Did the deploy of billing fail?",
      ...SMALL_TALK,
      "Ben: The deploy of billing did fail [image: a red screen]",
    ]);

    expect(idsOf(rank(turns, "deploy of billing failed"))[0]).toBe(6);
  });

  it("shows what one speaker says twice once", () => {
    const turns = sessionOf([
      "Ada: The wifi password is on the fridge",
      ...SMALL_TALK,
      "Ada: the Wifi password is on the FRIDGE!",
      "Ben: The wifi password is on the fridge",
    ]);

    expect(rank(turns, "wifi password").filter(({ matchedTerms }) => matchedTerms.length > 0)).toHaveLength(2);
  });

  it("finds nothing when no turn holds a word, or when the question is about something else", () => {
    const turns = sessionOf(Array.from({ length: 15 }, (_, at) => SMALL_TALK.map((line) => `${line} ${at}x`)).flat());

    expect(rank(turns, "zxqv plonk")).toEqual([]);
    expect(rank(turns, "which hormone regulates the growth of morning glory seedlings under water")).toEqual([]);
    expect(rank([], "coffee")).toEqual([]);
  });

  it("gives the same rank whatever the order of the turns", () => {
    const turns = sessionOf([...SMALL_TALK, "Ada: The coffee machine of the office broke", "Ben: Coffee again?"]);
    const backwards: readonly RankedText[] = turns.toReversed();

    expect(rank(backwards, "coffee machine")).toEqual(rank(turns, "coffee machine"));
  });
});
