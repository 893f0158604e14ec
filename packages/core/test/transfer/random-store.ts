import fc from "fast-check";

import { CITATION_KINDS } from "../../src/claims/citation.ts";
import { CLAIM_STATUSES, VISIBILITIES } from "../../src/claims/claim.ts";
import { contentHash, humanIdBase } from "../../src/claims/identity.ts";
import { LINK_TYPE_NAMES } from "../../src/claims/link.ts";
import { MemoryMasterError } from "../../src/errors/errors.ts";
import type { ClaimPatch, NewClaim } from "../../src/ports/claim-store.ts";
import type { DumpRow } from "../../src/ports/dump-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { cleanClaim, cleanEvent } from "../../src/testing/index.ts";

const AT = "2026-01-02T03:04:05+00:00";
const TIME = fc.constantFrom(AT, "2025-12-31T23:59:59+00:00", "2031-06-01T00:00:00+00:00", "0900-01-01T00:00:00+00:00");

/** Words of many scripts, signs that JSON and SQL escape, nothing that reads as a secret. */
const WORDS = fc
  .array(
    fc.constantFrom(
      "API",
      "naïve",
      "日本語",
      "🦀",
      "l'été",
      '"quoted"',
      "back\\slash",
      "%_",
      "\t",
      "\u2028",
      "Straße",
      "x\u0301",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(" ").trim() || "blank");

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const citation = fc.record({
  source: WORDS,
  locator: optional(fc.constantFrom("L12", "L3-L9")),
  excerpt: optional(WORDS),
  kind: fc.constantFrom(...CITATION_KINDS),
  lineStart: optional(fc.integer({ min: 1, max: 9 })),
  gitBlob: optional(fc.constant("ab".repeat(20))),
  excerptHash: optional(fc.constant("0f".repeat(32))),
  fetchedAt: optional(TIME),
  checkStatus: optional(fc.constantFrom("ok" as const, "moved" as const)),
});

const claim = fc.record({
  text: WORDS,
  subject: optional(WORDS),
  predicate: optional(fc.constantFrom("runs on", "is")),
  objectValue: optional(WORDS),
  claimType: optional(fc.constantFrom("fact", "décision")),
  scope: fc.constantFrom("project:demo", "project:demo", "project:größe"),
  tenantId: fc.constantFrom(undefined, undefined, undefined, "acme", "ñandú"),
  visibility: fc.constantFrom("public", "public", "public", ...VISIBILITIES),
  sourceAgent: fc.constantFrom("ana", "luis"),
  holder: optional(fc.constant("ana")),
  confidence: fc.constantFrom(0, 1, 0.5, 0.1 + 0.2, 1e-7),
  eventTime: optional(TIME),
  validFrom: TIME,
  validUntil: optional(TIME),
  createdAt: TIME,
  citations: fc.array(citation, { minLength: 1, maxLength: 3 }),
});

const id = fc.integer({ min: 1, max: 8 });

type Step =
  | { readonly kind: "claim"; readonly claim: Partial<NewClaim> }
  | { readonly kind: "patch"; readonly id: number; readonly patch: Omit<ClaimPatch, "updatedAt"> }
  | { readonly kind: "link"; readonly from: number; readonly to: number; readonly type: number }
  | {
      readonly kind: "event";
      readonly claimId: number | undefined;
      readonly words: string;
      readonly hasContent: boolean;
    }
  | { readonly kind: "proposal"; readonly id: number; readonly related: number }
  | { readonly kind: "project"; readonly scope: string }
  | { readonly kind: "erase"; readonly id: number };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("claim" as const), claim }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("patch" as const),
      id,
      patch: fc.record(
        {
          status: fc.constantFrom(...CLAIM_STATUSES),
          pinned: fc.boolean(),
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
          confirmedBy: fc.constantFrom(undefined, "ana"),
          supersedesClaimId: optional(id),
          replacedByClaimId: optional(id),
          archivedAt: optional(TIME),
          validUntil: optional(TIME),
          lastValidatedAt: optional(TIME),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("link" as const),
      from: id,
      to: id,
      type: fc.nat(LINK_TYPE_NAMES.length - 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("event" as const),
      claimId: optional(id),
      words: WORDS,
      hasContent: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("proposal" as const), id, related: id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("project" as const),
      scope: fc.constantFrom("project:a", "project:\u{1f980}", "project:\uffee"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("erase" as const), id }) },
);

export const STEPS: fc.Arbitrary<readonly Step[]> = fc.array(STEP, { maxLength: 60, size: "max" });

type Runner<Kind extends Step["kind"]> = (
  store: Store,
  step: Extract<Step, { readonly kind: Kind }>,
  at: number,
) => Promise<unknown>;

async function storedClaim(store: Store, claimId: number): Promise<DumpRow | undefined> {
  const [row] = await store.dump.read("claims", claimId === 1 ? undefined : { id: claimId - 1 }, 1);
  return row;
}

const RUNNERS: { readonly [Kind in Step["kind"]]: Runner<Kind> } = {
  claim: async (store, { claim: given }, at) => {
    const { text = "", scope = "", tenantId } = given;
    const hash = `${contentHash(text, scope, tenantId)}~${at + 1}`;
    const humanId = `${humanIdBase({ text, subject: undefined })}~${at + 1}`;
    const uid = `019b7c00-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
    return store.claims.insert([cleanClaim({ ...given, uid, humanId, contentHash: hash, idempotencyKey: hash })]);
  },
  patch: async (store, { id: claimId, patch }) => {
    const version = (await storedClaim(store, claimId))?.["version"];
    return store.claims.update(claimId, Number(version ?? 0), { ...patch, updatedAt: AT });
  },
  link: async (store, { from, to, type }) =>
    store.links.add({ sourceId: from, targetId: to, linkType: LINK_TYPE_NAMES[type] ?? "supports", createdAt: AT }),
  event: async (store, { claimId, words, hasContent }) => {
    const tenant = claimId === undefined ? undefined : (await storedClaim(store, claimId))?.["tenant_id"];
    const content = hasContent && claimId !== undefined ? { words } : undefined;
    const payload = { note: words, run_id: words, depth: [1, 0.5, null, true] };
    const facts = { claimId, eventType: "audit", details: words, payload, content, createdAt: AT } as const;
    return store.events.append([cleanEvent({ ...facts, tenantId: typeof tenant === "string" ? tenant : undefined })]);
  },
  proposal: async (store, { id: claimId, related }) =>
    store.events.append([
      cleanEvent({
        claimId,
        eventType: "policy_decision",
        details: "steward_proposal:conflicted",
        payload: { claim_version: 1, related_claim_id: related },
        createdAt: AT,
      }),
    ]),
  project: async (store, { scope }) => {
    const keyHash = Buffer.from(scope).toString("hex").padEnd(64, "0").slice(0, 64);
    return store.projects.record({
      scope,
      slug: "a",
      lastPath: "somewhere",
      keys: [{ kind: "origin", keyHash }],
      at: AT,
    });
  },
  erase: async (store, { id: claimId }) => store.events.eraseContents(claimId),
};

/** Fills a store by its ports; what it refuses is left out. */
export async function fill(store: Store, steps: readonly Step[]): Promise<void> {
  for (const [at, step] of steps.entries()) {
    try {
      await (RUNNERS[step.kind] as unknown as Runner<never>)(store, step as never, at);
    } catch (error) {
      if (!(error instanceof MemoryMasterError)) throw error;
    }
  }
}
