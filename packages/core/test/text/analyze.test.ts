import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze, ANALYZER_VERSION, documentTerms, type TermGroup } from "../../src/text/analyze.ts";

/** Groups as `stage|staging api …`, one word per group. */
function written(groups: readonly TermGroup[]): string {
  return groups.map((group) => group.terms.join("|")).join(" ");
}

function indexed(text: string): string {
  return written(analyze(text, "index"));
}

function asked(text: string): string {
  return written(analyze(text, "query"));
}

const EXAMPLES: readonly (readonly [text: string, terms: string])[] = [
  ["The staging API listens on port 7443", "stage|staging api listen|listens port 7443"],
  ["which port does staging use", "port stage|staging us|use"],
  ["en qué puerto escucha staging", "puerto|puert escucha|escuch stage|staging"],
  ["what should a", ""],
  ["don't", ""],
  ["the user's tokens", "user token|tokens"],
  ["los backups fallan", "backup|backups fallan|fall"],
  ["Configuración CONFIGURACION", "configuracion configuracion"],
  ["pásamelo", "pasamelo|pas"],
  ["pasar", "pasar|pas"],
  ["getUserById", "getuserbyid|getuserby get user id"],
  ["HTTPServer", "httpserver|httpserv http server|serv"],
  ["IDs iPhone OAuth2 GitHub", "id|ids iphon oauth2 github git hub"],
  ["snake_case", "snake_case snake|snak case|cas"],
  ["src/app.ts", "src/app.ts app.ts src app ts"],
  ["C:\\app\\b.txt", "c:\\app\\b.txt b.txt app txt"],
  ["v20.04", "v20.04 20.04 v20 04"],
  ["v4.8.4 FTS5 mm-bb47", "v4.8.4 4.8.4 v4 fts5 mm-bb47 mm bb47"],
  ["C++ and C#, .env", "c++ c# .env env"],
  ["git commit --no-verify", "git commit --no-verify verifi|verify"],
  ["2026-10-15 03:00", "2026-10-15 2026 10 15 03:00 03 00"],
  ["10.0.0.5:8443", "10.0.0.5:8443 10.0.0.5 10 8443"],
  ["ana@example.com", "ana@example.com example.com ana exampl com"],
  ["@scope/name #123", "@scope/name scope|scop name|nam #123 123"],
  ["rate_limit=60/min", "rate_limit=60/min rate_limit rate|rat limit 60 min"],
  ['"a AND ( NEAR( * ^x', "near x"],
  ["Straße İstanbul ﬁle", "strass istanbul file|fil"],
  ["数据库迁移", "数据 据库 库迁 迁移"],
  ["バックアップ", "バッ バックアップ ック クア アッ ップ"],
  ["배포는", "배포는 배포 포는"],
  ["用PostgreSQL16部署", "用 postgresql16 postgr sql16 部署"],
  ["🚀", ""],
];

describe("analyze", () => {
  it.each(EXAMPLES)("indexes %j as %j", (text, terms) => expect(indexed(text)).toBe(terms));

  it("gives a query the same terms as a document, but no dictionary words", () => {
    const queries = EXAMPLES.map(([text, terms]) => [
      text,
      text === "バックアップ" ? "バッ ック クア アッ ップ" : terms,
    ]);

    expect(EXAMPLES.map(([text]) => [text, asked(text)])).toEqual(queries);
  });

  it("counts every piece between white space, also those that yield nothing", () => {
    expect(analyze("The staging API listens on port 7443", "query")).toEqual([
      { position: 1, terms: ["stage", "staging"] },
      { position: 2, terms: ["api"] },
      { position: 3, terms: ["listen", "listens"] },
      { position: 5, terms: ["port"] },
      { position: 6, terms: ["7443"] },
    ]);
    expect(analyze("\t —  🚀\nport", "index")).toEqual([{ position: 2, terms: ["port"] }]);
  });

  it("puts all terms of an identifier at one position", () => {
    expect(analyze("see src/app.ts now", "index").map(({ position }) => position)).toEqual([0, 1, 1, 1, 1, 1, 2]);
  });

  it("counts each place of a run and puts a dictionary word beside the pair that begins it", () => {
    const places = analyze("用PostgreSQL16 バックアップ ok", "index").map(({ position, terms }) => [
      position,
      ...terms,
    ]);

    expect(places).toEqual([
      [0, "用"],
      [1, "postgresql16"],
      [1, "postgr"],
      [1, "sql16"],
      [2, "バッ"],
      [2, "バックアップ"],
      [3, "ック"],
      [4, "クア"],
      [5, "アッ"],
      [6, "ップ"],
      [7, "ok"],
    ]);
  });

  it.each([
    ["Müller", "muller"],
    ["İstanbul", "istanbul"],
    ["straße", "STRASSE"],
    ["Ǿre", "øre"],
    ["migración", "MIGRACION"],
    ["user\u2019s", "user's"],
    ["co\u2010op", "co-op"],
    ["pass\u00adword", "pass\u200bword"],
    ["ｆｕｌｌｗｉｄｔｈ", "fullwidth"],
    ["ＡＢＣ　ｄｅｆ", "abc def"],
    ["ﾊﾞｯｸｱｯﾌﾟ", "バックアップ"],
    ["Ωμέγας", "ωμεγασ"],
    ["cafe\u0301", "café"],
  ])("reads %j as %j", (one, other) => expect(indexed(one)).toBe(indexed(other)));

  it("takes Spanish pronouns off the verb they hang on", () => {
    const verbs = ["pásamelo", "pasárselas", "pasándonos", "pasarlo", "pasar"];

    expect(verbs.map((verb) => analyze(verb, "query")[0]?.terms.at(-1))).toEqual(["pas", "pas", "pas", "pas", "pas"]);
  });

  it("stops the same words in English and Spanish questions", () => {
    expect(asked("what happens with the backups")).toBe("happen|happens backup|backups");
    expect(asked("que pasa con los backups")).toBe("pasa|pas backup|backups");
    expect(asked("¿Cuál es el puerto?")).toBe("puerto|puert");
    expect(asked("What's the port?")).toBe("port");
  });

  it("cuts terms at 64 code points", () => {
    const long = "x".repeat(63);

    expect(indexed(`${long}yz9 ${long}\u{10428}z9 x${long}/y`)).toBe(`${long}y ${long}\u{10428} x${long}`);
    expect(indexed(`${"\u{10400}".repeat(70)}1`)).toBe("\u{10428}".repeat(64));
  });

  it.each([
    ["don't stop", "stop"],
    ["multi-agent", "multi-agent multi agent"],
    ["foo:bar", "foo:bar foo bar"],
    ['"unbalanced', "unbalanc"],
    ["(a | a AND | NOT | NEAR( | * | ^x", "near x"],
    ["**C++**, `--force`!", "c++ --force forc"],
    ["O'Brien's rock'n'roll", "obrien|obri rocknrol|rocknroll"],
    ["#'s '", ""],
    ["~/.config", "~/.config .config config"],
    ["https://example.com/a.b?x=1,", "https://example.com/a.b?x=1 example.com a.b http|https exampl com"],
    ["lib/OrderService.ts", "lib/orderservice.ts orderservice.ts lib orderservic order servic ts"],
    ["e.g.:x", "e.g.:x e.g"],
    ["deploy🚀now", "deploy🚀now deploi|deploy now"],
  ])("takes %j literally", (text, terms) => expect(indexed(text)).toBe(terms));

  it.each([
    [
      "部署流程改用蓝绿发布deploy-blue后需要预热缓存",
      ["蓝绿", "预热缓存", "deploy-blue", "缓存", "部署流程", "deploy"],
    ],
    [
      "本番環境のデータベースは毎晩サーバーへバックアップする",
      ["本番環境", "データベース", "サーバー", "毎晩", "バックアップ"],
    ],
    [
      "스테이징 배포는 PostgreSQL을 쓰고 deploy-blue를 예열한다",
      ["배포", "스테이징", "postgresql", "deploy-blue", "예열"],
    ],
    ["การสำรองข้อมูลทำงานทุกคืนด้วยrestic", ["สำรอง", "ข้อมูล", "restic"]],
    ["ຖານຂໍ້ມູນ", ["ຂໍ້ມູນ"]],
    ["ទិន្នន័យ", ["ទិន្ន"]],
    ["ဒေတာဘေ့စ်", ["ဒေတာ"]],
  ])("finds every term of words that stand in %j", (text, queries) => {
    const terms = new Set(documentTerms(analyze(text, "index")));

    const missing = queries.map((query) => documentTerms(analyze(query, "query")).filter((term) => !terms.has(term)));

    expect(missing).toEqual(queries.map(() => []));
  });

  it("makes as many terms of a megabyte as its words ask for", () => {
    const counts = ["word ", "a-", "数据库", "!a", "Ab", "a'", "aa ", "+++a", "한국어"].map((unit) => {
      const groups = analyze(unit.repeat(1_000_000 / Buffer.byteLength(unit)), "query");
      return [unit, groups.length];
    });

    expect(counts).toEqual([
      ["word ", 200_000],
      ["a-", 1],
      ["数据库", 333_332],
      ["!a", 1],
      ["Ab", 2],
      ["a'", 1],
      ["aa ", 333_333],
      ["+++a", 1],
      ["한국어", 4],
    ]);
  });

  it("has a version that a store can compare", () => {
    expect(ANALYZER_VERSION).toBe(1);
  });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        "getUser",
        "#",
        "'s",
        "’",
        "v1.2",
        "数据库",
        "배포는",
        " ",
        "/",
        "é",
        "İ",
        "ǿ",
        "\u0301",
        "-",
        "C++",
        "\0",
      ),
    )
    .map((parts) => parts.join("")),
);

describe("analyze of any string", () => {
  it("gives terms of 1 to 64 code points without white space, NUL and lone surrogates", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("index" as const, "query" as const), (text, purpose) => {
        const terms = documentTerms(analyze(text, purpose));

        expect(terms.filter((term) => !/^[^\s\0\p{Cs}]{1,64}$/u.test(term))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("finds every query term among the index terms of the same text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const terms = new Set(documentTerms(analyze(text, "index")));

        expect(documentTerms(analyze(text, "query")).filter((term) => !terms.has(term))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives groups in order, none empty", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const groups = analyze(text, "index");

        expect(groups.every(({ terms }) => terms.length > 0)).toBe(true);
        expect(groups.map(({ position }) => position)).toEqual(
          groups.map(({ position }) => position).sort((a, b) => a - b),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("gives the same terms on every call", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(analyze(text, "index")).toEqual(analyze(text, "index"));
      }),
    );
  });
});
