import { describe, expect, it } from "vitest";
import { openMemory, textsOf } from "./open-memory.ts";

const noise = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `Invoice ${1000 + index} was paid by customer ${index}x in euros`);

describe("queryClaims: English and Spanish", () => {
  it("scores one question in both languages alike", async () => {
    const memory = openMemory();
    await memory.addAll(["Nightly backups run restic at 03:00", ...noise(20)]);

    const [english, spanish] = await Promise.all([
      memory.ask("what happens with the backups"),
      memory.ask("qué pasa con los backups"),
    ]);

    expect(english.rows.map(({ lexicalScore }) => lexicalScore)).toEqual(
      spanish.rows.map(({ lexicalScore }) => lexicalScore),
    );
    expect(english.rows).toHaveLength(1);
  });

  it.each([
    ["migracion", "La migración de la base se hace los lunes"],
    ["MIGRACIÓN", "La migracion de la base se hace los lunes"],
    ["pasar", "Luego pásamelo por el canal de ops"],
    ["muller", "Müller mantiene el servicio"],
    ["Istanbul", "The İstanbul region is read-only"],
    ["golgle token rate", "The token rate of the gateway is 60 per minute"],
    ["escuchando", "El gateway escucha en el 8080"],
  ])("finds by %j what is written otherwise", async (query, text) => {
    const memory = openMemory();
    await memory.addAll([...noise(20), text]);

    expect(textsOf(await memory.ask(query))).toEqual([text]);
  });
});

describe("queryClaims: scripts without spaces", () => {
  const CHINESE = "部署流程改用蓝绿发布deploy-blue后需要预热缓存";
  const JAPANESE = "本番環境のバックアップは毎晩restic-jobで実行される";
  const KOREAN = "배포는 블루그린 방식으로 진행하고 캐시를 예열한다";

  it.each([
    ["蓝绿", CHINESE],
    ["预热缓存", CHINESE],
    ["deploy-blue", CHINESE],
    ["缓存", CHINESE],
    ["バックアップ", JAPANESE],
    ["本番環境", JAPANESE],
    ["restic-job", JAPANESE],
    ["배포", KOREAN],
    ["캐시", KOREAN],
    ["블루그린", KOREAN],
  ])("finds by %s the sentence that holds it", async (query, text) => {
    const memory = openMemory();
    await memory.addAll([...noise(20), CHINESE, JAPANESE, KOREAN]);

    const { rows } = await memory.ask(query);

    expect(textsOf({ rows })).toEqual([text]);
    expect(rows[0]?.lexicalScore).toBeGreaterThan(0);
  });
});

describe("queryClaims: signs", () => {
  const HOLDERS: Readonly<Record<string, string>> = {
    "don't": "We don't squash commits",
    "multi-agent": "A multi-agent run needs a lock",
    "src/app.ts": "Routes live in src/app.ts",
    "C++": "The parser is written in C++",
    "v20.04": "The runner image is v20.04",
    "foo:bar": "Set the label foo:bar on the job",
    '"unbalanced': 'An "unbalanced quote breaks the importer',
    "(a": "Write (abc) with brackets",
    "a AND": "Use AND between filters",
    NOT: "NOT null is set on every column",
    "NEAR(": "NEAR( is an operator of the index",
    "*": "Grant * to nobody",
    "^x": "The pattern ^xlog matches",
    "🚀 ✨": "Ship it 🚀",
    "mm-bb47": "See mm-bb47 for the reason",
    FTS5: "FTS5 holds the terms",
    "v4.8.4": "Pinned at v4.8.4",
    "--no-verify": "Never use --no-verify",
    "%_\\": "A literal % or _ needs no escape",
    "'; DROP TABLE claims; --": "Someone sent DROP TABLE",
    "a\u0000b": "A zero byte",
    "\ud800": "A lone surrogate",
  };
  const FOUND = ["multi-agent", "src/app.ts", "C++", "v20.04", "foo:bar", '"unbalanced', "NEAR(", "mm-bb47", "FTS5"];
  const ALSO_FOUND = ["v4.8.4", "--no-verify", "'; DROP TABLE claims; --"];

  it.each(Object.keys(HOLDERS))("takes %j literally", async (query) => {
    const memory = openMemory();
    await memory.addAll([...noise(10), ...Object.values(HOLDERS)]);

    const { rows } = await memory.ask(query);

    if ([...FOUND, ...ALSO_FOUND].includes(query)) expect(textsOf({ rows })[0]).toBe(HOLDERS[query]);
    expect(rows.every(({ lexicalScore }) => lexicalScore > 0)).toBe(true);
  });

  it("finds words beside the signs of a search syntax", async () => {
    const memory = openMemory();
    await memory.addAll([...noise(10), "The gateway rotates tokens"]);

    for (const query of ['gateway AND ("tokens" NEAR/2 rotates', "gateway* -tokens", "^gateway NOT tokens)"]) {
      expect(textsOf(await memory.ask(query))).toEqual(["The gateway rotates tokens"]);
    }
  });

  it("finds by a query of 5,000 and of 20,000 characters", async () => {
    const memory = openMemory();
    await memory.addAll([...noise(10), "The gateway rotates tokens"]);

    for (const length of [5_000, 20_000]) {
      const query = `gateway tokens ${"lorem ipsum ".repeat(length / 12)}`;
      expect(textsOf(await memory.ask(query))).toEqual(["The gateway rotates tokens"]);
    }
  });
});
