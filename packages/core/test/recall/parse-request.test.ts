import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../src/errors/errors.ts";
import { parseRequest } from "../../src/recall/parse-request.ts";
import type { RecallRequest } from "../../src/recall/types.ts";

const statusesOf = (request: Partial<RecallRequest>): readonly string[] =>
  parseRequest({ queryText: "port", ...request }).statuses;

function fault(request: Record<string, unknown>): unknown {
  try {
    return parseRequest({ queryText: "port", ...request });
  } catch (error) {
    return error instanceof InvalidInputError ? [error.code, error.details["field"]] : error;
  }
}

describe("parseRequest", () => {
  it("fills in the defaults", () => {
    expect(parseRequest({ queryText: "port" })).toEqual({
      queryText: "port",
      limit: 20,
      trust: "all",
      statuses: ["confirmed", "candidate", "stale", "conflicted"],
      retrievalMode: "hybrid",
      retrievalProfile: undefined,
      autoClassify: false,
      scopes: [],
      asOf: undefined,
      allowSensitive: false,
      explain: false,
      withCitations: false,
    });
  });

  it("leaves out the states that the caller excludes, and no other", () => {
    expect(statusesOf({ includeCandidates: false })).toEqual(["confirmed", "stale", "conflicted"]);
    expect(statusesOf({ includeStale: false, includeConflicted: false })).toEqual(["confirmed", "candidate"]);
    expect(statusesOf({ includeCandidates: true })).toEqual(["confirmed", "candidate", "stale", "conflicted"]);
  });

  it("takes confirmed claims alone when they alone are trusted, in the past too", () => {
    expect(statusesOf({ trust: "confirmed", includeStale: false })).toEqual(["confirmed"]);
    expect(statusesOf({ trust: "confirmed", asOf: "2026-01-01" })).toEqual(["confirmed"]);
  });

  it("lets superseded claims take part in a question about the past", () => {
    expect(statusesOf({ asOf: "2026-01-01" })).toEqual(["confirmed", "candidate", "stale", "conflicted", "superseded"]);
  });

  it("brings the time into its stored form", () => {
    expect(parseRequest({ queryText: "port", asOf: "2026-01-01T01:00:00+01:00" }).asOf).toBe(
      "2026-01-01T00:00:00+00:00",
    );
  });

  it("uses the first 10,000 code points of the query and at most 1,000 rows", () => {
    const parsed = parseRequest({ queryText: `${"🚀".repeat(9_999)}ab`, limit: 5_000 });

    expect([parsed.queryText, parsed.limit]).toEqual([`${"🚀".repeat(9_999)}a`, 1_000]);
  });

  it.each([
    [{ queryText: undefined }, ["input.missing", "query_text"]],
    [{ queryText: "" }, ["input.invalid", "query_text"]],
    [{ queryText: " \n\t" }, ["input.invalid", "query_text"]],
    [{ queryText: 7 }, ["input.invalid", "query_text"]],
    [{ limit: 0 }, ["input.invalid", "limit"]],
    [{ limit: -3 }, ["input.invalid", "limit"]],
    [{ limit: 1.5 }, ["input.invalid", "limit"]],
    [{ limit: Number.NaN }, ["input.invalid", "limit"]],
    [{ limit: "5" }, ["input.invalid", "limit"]],
    [{ trust: "some" }, ["input.invalid", "trust"]],
    [{ retrievalMode: "vector" }, ["input.invalid", "retrieval_mode"]],
    [{ retrievalProfile: "best" }, ["input.invalid", "retrieval_profile"]],
    [{ asOf: "2025-02-29" }, ["input.invalid", "as_of"]],
    [{ asOf: "yesterday" }, ["input.invalid", "as_of"]],
    [{ trust: "confirmed", includeCandidates: true }, ["input.invalid", "include_candidates"]],
    [{ trust: "confirmed", includeStale: true }, ["input.invalid", "include_stale"]],
    [{ trust: "confirmed", includeConflicted: true }, ["input.invalid", "include_conflicted"]],
  ])("refuses %j and names the field", (request, expected) => {
    expect(fault(request)).toEqual(expected);
  });
});
