import { describe, expect, it } from "vitest";
import { readDates } from "../../src/verbatim/rank-dates.ts";

/** A Sunday. */
const NOW = Date.parse("2023-10-15T10:00:00Z");

const rangesIn = (text: string): readonly string[] =>
  readDates(text, NOW).dates.map((range) =>
    [range.fromMs, range.toMs].map((ms) => new Date(ms).toISOString().slice(0, 10)).join(".."),
  );

describe("readDates", () => {
  it.each([
    ["on 1 February, 2023", "2023-02-01..2023-02-02"],
    ["May 3rd, 2023", "2023-05-03..2023-05-04"],
    ["el 3 de mayo de 2022", "2022-05-03..2022-05-04"],
    ["2023-02-01", "2023-02-01..2023-02-02"],
    ["2023-02", "2023-02-01..2023-03-01"],
    ["in December 2022", "2022-12-01..2023-01-01"],
    ["during 2021", "2021-01-01..2022-01-01"],
  ])("reads the date in `%s`", (text, range) => {
    expect(rangesIn(text)).toEqual([range]);
  });

  it.each([
    ["in May", "2023-05-01..2023-06-01"],
    ["in November", "2022-11-01..2022-12-01"],
    ["12 March", "2023-03-12..2023-03-13"],
    ["24 de diciembre", "2022-12-24..2022-12-25"],
  ])("takes `%s` for the last one that has begun", (text, range) => {
    expect(rangesIn(text)).toEqual([range]);
  });

  it.each([
    ["today", "2023-10-15..2023-10-16"],
    ["yesterday", "2023-10-14..2023-10-15"],
    ["ayer", "2023-10-14..2023-10-15"],
    ["3 days ago", "2023-10-12..2023-10-13"],
    ["hace tres días", "2023-10-12..2023-10-13"],
    ["last week", "2023-10-05..2023-10-12"],
    ["two weeks ago", "2023-09-28..2023-10-05"],
    ["la semana pasada", "2023-10-05..2023-10-12"],
    ["el mes pasado", "2023-09-01..2023-10-01"],
    ["this month", "2023-10-01..2023-11-01"],
    ["last year", "2022-01-01..2023-01-01"],
    ["hace dos años", "2021-01-01..2022-01-01"],
    ["last Friday", "2023-10-13..2023-10-14"],
    ["el domingo", "2023-10-08..2023-10-09"],
  ])("counts `%s` back from the present", (text, range) => {
    expect(rangesIn(text)).toEqual([range]);
  });

  it("reads every date once", () => {
    expect(rangesIn("between 2 May 2023 and June 2023")).toEqual(["2023-05-02..2023-05-03", "2023-06-01..2023-07-01"]);
  });

  it("gives what is said beside the dates", () => {
    const { rest } = readDates("Where did Ana swim on 2 May 2023, and last week?", NOW);

    expect(rest.split(/\s+/)).toEqual(["where", "did", "ana", "swim", "on", ",", "and", "?"]);
  });

  it("takes verbs, versions and plain numbers for no date", () => {
    expect(rangesIn("may I march on with v2023 at 12:30 and port 2019-x in 60 steps")).toEqual([]);
  });
});
