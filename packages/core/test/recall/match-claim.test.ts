import { describe, expect, it } from "vitest";
import { matchClaim } from "../../src/recall/match-claim.ts";
import { fieldsOf, queryOf } from "./builders.ts";

describe("matchClaim", () => {
  it("counts occurrences over all fields and keeps their places apart", () => {
    const match = matchClaim(fieldsOf("The staging port is the port", "staging"), queryOf("port staging zxqv"));

    expect(match).toEqual({
      frequencies: [2, 2, 0],
      matched: [0, 1],
      fields: [
        [
          { position: 1, group: 1 },
          { position: 2, group: 0 },
          { position: 5, group: 0 },
        ],
        [{ position: 0, group: 1 }],
      ],
    });
  });

  it("counts a word once although several of its terms match", () => {
    expect(matchClaim(fieldsOf("staging"), queryOf("staging")).frequencies).toEqual([1]);
  });

  it("lets one word of the text match two words of the query that share a term", () => {
    const query = queryOf("escucha escuch");
    const match = matchClaim(fieldsOf("escucha"), query);

    expect(query.groups.map(({ terms }) => terms)).toEqual([["escucha", "escuch"], ["escuch"]]);
    expect(match.matched).toEqual([0, 1]);
  });
});
