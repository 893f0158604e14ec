import type { Authority, ClaimInput, ClaimStatus, LinkType, Memory, RedactRequest, Store } from "@memorymaster/core";

/** One call of a use case, as data. Claims are named by ids that may or may not be taken. */
export type Operation =
  | { readonly kind: "ingest"; readonly input: ClaimInput; readonly onSecret: "reject" | "redact" }
  | { readonly kind: "ingestMany"; readonly inputs: readonly ClaimInput[] }
  | { readonly kind: "transition"; readonly claim: number; readonly to: ClaimStatus; readonly replacedBy?: number }
  | { readonly kind: "confirm"; readonly claims: readonly number[]; readonly supersede: boolean }
  | { readonly kind: "archive"; readonly claims: readonly number[]; readonly dryRun: boolean }
  | { readonly kind: "pin"; readonly claim: number; readonly on: boolean }
  | { readonly kind: "link" | "unlink"; readonly from: number; readonly to: number; readonly linkType: LinkType }
  | {
      readonly kind: "resolve";
      /** The open proposal at this place, or the one about this claim. */
      readonly by: "place" | "claim";
      readonly number: number;
      readonly action: "approve" | "reject";
      readonly apply: boolean;
    }
  /** Counted from the newest event that an undo may be for. */
  | { readonly kind: "undo"; readonly back: number; readonly dryRun: boolean }
  | { readonly kind: "redact"; readonly claim: number; readonly request: Omit<RedactRequest, "actor"> }
  | { readonly kind: "recomputeTiers" }
  | { readonly kind: "query"; readonly text: string; readonly asOf?: string; readonly trust: "all" | "confirmed" }
  | { readonly kind: "pages"; readonly limit: number }
  | { readonly kind: "wait"; readonly days: number };

type Kind = Operation["kind"];
type Carry<Of extends Kind> = (
  memory: Memory,
  operation: Extract<Operation, { readonly kind: Of }>,
  store: Store,
) => Promise<unknown>;

const ACTOR = { actor: "ana" };
const NEVER_UNDONE: readonly string[] = ["ingest", "policy_decision"];

/** Every item of a list, page by page. */
async function pages(memory: Memory, limit: number): Promise<unknown> {
  const all: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.claims.list({ scopes: "all", includeArchived: true, limit, cursor });
    all.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

const CARRY: { readonly [Of in Kind]: Carry<Of> } = {
  ingest: ({ claims }, { input, onSecret }) => claims.ingest(input, { onSecret }),
  ingestMany: ({ claims }, { inputs }) => claims.ingestMany(inputs.map((input, line) => ({ line, input }))),
  transition: ({ claims }, { claim, to, replacedBy }) => claims.transition(claim, to, { replacedBy }),
  confirm: ({ claims }, { claims: refs, supersede }) => claims.confirm(refs, { ...ACTOR, supersede }),
  archive: ({ claims }, { claims: refs, dryRun }) => claims.archive(refs, { ...ACTOR, dryRun }),
  pin: ({ claims }, { claim, on }) => claims.pin(claim, on),
  link: ({ links }, { from, to, linkType }) => links.add(from, to, linkType),
  unlink: ({ links }, { from, to, linkType }) => links.remove(from, to, linkType),
  resolve: async ({ governance }, { by, number, action, apply }, store) => {
    const open = by === "claim" ? [] : await store.proposals.listAll();
    const named = by === "claim" ? { claim: number } : { proposalEventId: open[number - 1]?.eventId ?? 99 };
    return governance.resolve({ ...ACTOR, ...named, action, apply });
  },
  undo: async ({ governance }, { back, dryRun }, store) => {
    const entries = await store.events.scan(0, 1_000);
    const changes = entries.filter(({ event }) => !NEVER_UNDONE.includes(event.eventType));
    return governance.undo((changes.at(-back) ?? changes[0] ?? entries[0])?.event.id ?? 1, { ...ACTOR, dryRun });
  },
  redact: async ({ claims }, { claim, request }) => {
    // Only some stores have files to be purged.
    return { ...(await claims.redact(claim, { ...ACTOR, ...request })), files: undefined };
  },
  recomputeTiers: ({ claims }) => claims.recomputeTiers(),
  query: ({ recall }, { text, asOf, trust }) => recall.query({ queryText: text, asOf, trust, explain: true }),
  pages: (memory, { limit }) => pages(memory, limit),
  wait: () => Promise.resolve(),
};

/** What is told of a failure; its place in the code is not. */
export function failureOf(error: unknown): unknown {
  const { name, code, message, details } = error as Record<string, unknown>;
  return { name, code, message, details };
}

/** Carries one operation out; what it rejects with is an outcome like any other. */
export async function carryOut(memory: Memory, operation: Operation, store: Store): Promise<unknown> {
  const carry = CARRY[operation.kind] as Carry<Kind>;
  try {
    return { value: await carry(memory, operation, store) };
  } catch (error) {
    return { error: failureOf(error) };
  }
}

/** Who carries operations out. */
export const ACTORS: readonly Partial<Authority>[] = [
  { sensitiveBypass: true },
  { principal: "luis" },
  { mode: "team", principal: "ana", tenantId: "acme", grantedScopes: ["project:demo", "user"] },
];
