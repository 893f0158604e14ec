import { describe, expect, it } from "vitest";
import { openMemory, textsOf } from "./open-memory.ts";

const FACTS = [
  "The staging API listens on port 7443",
  "Nightly backups run restic at 03:00",
  "Los respaldos se guardan cifrados durante 90 días",
  "Refunds above 500 euros need a second approval",
  "The worker image is built with Node 22",
  "Invoices are rounded per line item",
  "El límite de peticiones es de cien por minuto",
  "getUserById throws NotFoundError for soft-deleted accounts",
];
const FILLER = Array.from({ length: 60 }, (_, at) => `Ticket ${3000 + at} of team ${at}x was closed after the review`);

async function answers(question: string, standingFloor?: number): Promise<readonly string[]> {
  const memory = openMemory(standingFloor === undefined ? {} : { standingFloor });
  await memory.addAll([...FACTS, ...FILLER]);
  return textsOf(await memory.ask(question));
}

describe("queryClaims: questions about something else", () => {
  it.each([
    "Which river did the army cross at night before the battle of the second line",
    "What year did the ticket prices of the opera house double after the fire",
    "¿Cuántos días duró el viaje del barco hasta la isla de las ballenas?",
  ])("finds nothing for `%s`, though some claim holds a word of it", async (question) => {
    const [kept, open] = [await answers(question), await answers(question, 0)];

    expect(open.length).toBeGreaterThan(0);
    expect(kept).toEqual([]);
  });

  it("still finds what is asked for in other words, in few words, or by one identifier among many words", async () => {
    const first = async (question: string): Promise<string | undefined> => (await answers(question))[0];

    expect(await first("which port does the staging server use")).toBe(FACTS[0]);
    expect(await first("backups schedule")).toBe(FACTS[1]);
    expect(await first("cuánto tiempo se guardan los respaldos de la base")).toBe(FACTS[2]);
    expect(await first("the profile page crashes when support opens getUserById for somebody")).toBe(FACTS[7]);
  });

  it("shows rows of few words of the question beside one that answers it", async () => {
    const found = await answers("how long are the nightly restic backups of staging kept");

    expect(found).toEqual(expect.arrayContaining([FACTS[0], FACTS[1]]));
    expect(await answers("which staging theatre played it first, Berlin or Vienna")).toEqual([]);
  });

  it("answers from a store of a single claim", async () => {
    const memory = openMemory();
    await memory.add("Nightly backup runs restic at 03:00");

    expect(textsOf(await memory.ask("what is the purpose of the nightly backup"))).toHaveLength(1);
  });
});
