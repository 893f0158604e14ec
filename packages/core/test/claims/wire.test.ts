import { describe, expect, test } from "vitest";

import { citationToWire, claimToWire, linkToWire, statsToWire } from "../../src/claims/wire.ts";
import { openContext, seedOne } from "../support/open-context.ts";

const AT = "2026-01-02T03:04:05+00:00";

describe("a claim on the wire", () => {
  test("has its fields in their order, null where there is nothing", async () => {
    const claim = await seedOne(openContext(), { uid: "019b7c00-0000-7000-8000-000000000001" });

    const wire = claimToWire(claim);

    expect(Object.entries(wire)).toEqual([
      ["id", 1],
      ["uid", "019b7c00-0000-7000-8000-000000000001"],
      ["text", "The API listens on port 8443."],
      ["idempotency_key", "hash-bc3fde6ad2f2f7c4"],
      ["normalized_text", null],
      ["claim_type", null],
      ["subject", null],
      ["predicate", null],
      ["object_value", null],
      ["scope", "project:demo"],
      ["volatility", "medium"],
      ["status", "candidate"],
      ["confidence", 0.5],
      ["pinned", false],
      ["supersedes_claim_id", null],
      ["replaced_by_claim_id", null],
      ["created_at", AT],
      ["updated_at", AT],
      ["last_validated_at", null],
      ["archived_at", null],
      ["human_id", "mm-ff61"],
      ["tenant_id", null],
      ["tier", "working"],
      ["access_count", 0],
      ["last_accessed", null],
      ["event_time", null],
      ["valid_from", AT],
      ["valid_until", null],
      ["source_agent", "tester"],
      ["visibility", "public"],
      ["version", 1],
      ["wiki_article", null],
      ["holder", null],
      ["entity_id", null],
      ["confirmed_by", null],
      ["citations", claim.citations.map(citationToWire)],
    ]);
  });

  test("carries every value it has", async () => {
    const claim = {
      ...(await seedOne(openContext())),
      normalizedText: "n",
      claimType: "fact",
      subject: "s",
      predicate: "p",
      objectValue: "o",
      pinned: true,
      supersedesClaimId: 4,
      replacedByClaimId: 5,
      lastValidatedAt: "t1",
      archivedAt: "t2",
      tenantId: "acme",
      accessCount: 3,
      lastAccessed: "t3",
      eventTime: "t4",
      validUntil: "t5",
      confirmedBy: "ana",
      wikiArticle: "w",
      holder: "luis",
      entityId: 6,
    };

    expect(Object.values(claimToWire(claim))).not.toContain(null);
  });
});

test("a citation on the wire has what is needed to check it", () => {
  const bare = { id: 1, claimId: 2, source: "docs/ops.md", kind: "other", createdAt: AT } as const;

  expect(
    citationToWire({
      ...bare,
      locator: "L1",
      kind: "file",
      path: "docs/ops.md",
      lineStart: 1,
      lineEnd: 2,
      checkStatus: "ok",
    }),
  ).toEqual({
    id: 1,
    claim_id: 2,
    source: "docs/ops.md",
    locator: "L1",
    excerpt: null,
    created_at: AT,
    kind: "file",
    path: "docs/ops.md",
    line_start: 1,
    line_end: 2,
    excerpt_hash: null,
    git_blob: null,
    commit_id: null,
    fetched_at: null,
    content_hash: null,
    check_status: "ok",
    checked_at: null,
  });
  expect(
    Object.values(
      citationToWire({
        ...bare,
        locator: "l",
        excerpt: "e",
        path: "p",
        lineStart: 1,
        lineEnd: 1,
        excerptHash: "h",
        gitBlob: "g",
        commitId: "c",
        fetchedAt: AT,
        contentHash: "h",
        checkStatus: "moved",
        checkedAt: AT,
      }),
    ),
  ).not.toContain(null);
});

test("a link on the wire", () => {
  expect(linkToWire({ id: 1, sourceId: 2, targetId: 3, linkType: "supports", createdAt: AT })).toEqual({
    id: 1,
    source_id: 2,
    target_id: 3,
    link_type: "supports",
    created_at: AT,
  });
});

test("statistics on the wire", async () => {
  const { store } = openContext();
  const viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };

  expect(statsToWire(await store.claims.stats(viewer, undefined))).toEqual({
    claims: 0,
    by_status: {},
    by_scope: {},
    citations: 0,
    links: 0,
    events: 0,
    open_proposals: 0,
    oldest: null,
    newest: null,
  });
});
