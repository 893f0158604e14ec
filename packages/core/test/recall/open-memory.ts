import type { Authority } from "../../src/access/authority.ts";
import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { Claim } from "../../src/claims/claim.ts";
import type { MemorySettings } from "../../src/config/settings.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { NewEvent } from "../../src/events/event.ts";
import { proposalDetails } from "../../src/events/proposal.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { ClaimPatch, NewClaim } from "../../src/ports/claim-store.ts";
import { CLAIM_ROLES, EVENT_ROLES } from "../../src/ports/field-roles.ts";
import type { ProposalKind } from "../../src/ports/proposal-store.ts";
import { packContext } from "../../src/recall/pack-context.ts";
import { queryClaims } from "../../src/recall/query-claims.ts";
import type { ContextRequest, ContextResult, RecallRequest, RecallResult } from "../../src/recall/types.ts";
import { cleanRecord } from "../../src/security/clean.ts";
import type { FixedClock } from "../../src/testing/index.ts";
import { createCountingIds, createFixedClock, createMemoryStore, newClaim } from "../../src/testing/index.ts";
import type { VectorParts } from "../../src/vector/types.ts";
import { vectorRuntime } from "../../src/vector/vector-runtime.ts";

const WRITTEN = "2026-01-02T03:04:05+00:00";
export const PROJECT = "project:demo";
const REFUSE = { onSecret: "reject" } as const;

export interface TestMemory {
  readonly context: MemoryContext;
  readonly clock: FixedClock;
  /** Stores a claim and brings it into the given state. */
  add(claim: string | Partial<NewClaim>, state?: Partial<ClaimPatch>): Promise<Claim>;
  addAll(texts: readonly string[]): Promise<readonly Claim[]>;
  /** Files a proposal about the first claim that names the second. */
  propose(kind: ProposalKind, target: Claim, other: Claim): Promise<void>;
  ask(request: string | RecallRequest): Promise<RecallResult>;
  pack(request: string | ContextRequest): Promise<ContextResult>;
  /** The same store as another caller sees it. */
  as(authority: Partial<Authority>): TestMemory;
}

/** A memory of the project `demo` over a store in memory; the clock stands at the moment the claims are written. */
export function openMemory(settings: Partial<MemorySettings> = {}, vectors?: VectorParts): TestMemory {
  const clock = createFixedClock(WRITTEN);
  const ids = createCountingIds();
  return memoryOf(clock, {
    store: createMemoryStore({ ids }),
    authority: LOCAL_OPERATOR,
    clock,
    ids,
    surface: "library",
    settings: { ...SETTINGS_DEFAULTS, ...settings },
    projectScope: { forRead: async () => PROJECT, forWrite: async () => PROJECT },
    evidence: undefined,
    vectors: vectors && vectorRuntime(vectors, clock),
  });
}

function memoryOf(clock: FixedClock, context: MemoryContext): TestMemory {
  const { store } = context;
  const insert = async (claims: readonly NewClaim[]): Promise<readonly Claim[]> =>
    store.claims.insert(claims.map((claim) => cleanRecord(claim, CLAIM_ROLES, REFUSE).record));
  const add: TestMemory["add"] = async (given, state) => {
    const claim = newClaim({ scope: PROJECT, ...(typeof given === "string" ? { text: given } : given) });
    const [stored] = await insert([{ ...claim, humanId: `mm-${claim.contentHash.slice(5)}` }]);
    if (stored === undefined) throw new TypeError("The store returned no claim");
    if (state === undefined) return stored;
    return (await store.claims.update(stored.id, stored.version, { updatedAt: stored.updatedAt, ...state })) ?? stored;
  };
  return {
    context,
    clock,
    add,
    addAll: async (texts) => {
      const claims = texts.map((text) => newClaim({ scope: PROJECT, text }));
      return insert(claims.map((claim) => ({ ...claim, humanId: `mm-${claim.contentHash.slice(5)}` })));
    },
    propose: async (kind, target, other) => {
      const event: NewEvent = proposalEvent(kind, target, other);
      await store.events.append([cleanRecord(event, EVENT_ROLES, REFUSE).record]);
    },
    ask: (request) => queryClaims(context, typeof request === "string" ? { queryText: request } : request),
    pack: (request) => packContext(context, typeof request === "string" ? { queryText: request } : request),
    as: (authority) => memoryOf(clock, { ...context, authority: { ...context.authority, ...authority } }),
  };
}

function proposalEvent(kind: ProposalKind, target: Claim, other: Claim): NewEvent {
  return {
    claimId: target.id,
    eventType: "policy_decision",
    fromStatus: undefined,
    toStatus: undefined,
    details: proposalDetails(kind),
    payload: { source: "test", replaced_by_claim_id: other.id, claim_version: target.version },
    content: undefined,
    tenantId: undefined,
    createdAt: WRITTEN,
  };
}

export const textsOf = ({ rows }: Pick<RecallResult, "rows">): readonly string[] => rows.map(({ claim }) => claim.text);
export const idsOf = ({ rows }: Pick<RecallResult, "rows">): readonly number[] => rows.map(({ claim }) => claim.id);
