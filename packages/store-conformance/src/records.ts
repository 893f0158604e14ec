import type {
  Claim,
  Clean,
  IdentityLookup,
  JsonObject,
  MemoryEvent,
  NewClaim,
  NewEvent,
  ProposalKind,
  Store,
  Viewer,
} from "@memorymaster/core";
import { CHAIN_START, verifyChain } from "@memorymaster/core";
import { cleanClaim, cleanEvent } from "@memorymaster/core/testing";

/** Where the clock of a world stands. */
export const AT = "2026-01-02T03:04:05+00:00";

/** The local operator. */
export const OPERATOR: Viewer = {
  tenantId: undefined,
  agent: undefined,
  grantedScopes: undefined,
  allowSensitive: false,
};

/** The operator who asks for sensitive claims too. */
export const EVERYTHING: Viewer = { ...OPERATOR, allowSensitive: true };

export const NO_KEYS: IdentityLookup = {
  idempotencyKeys: [],
  contentHashes: [],
  nearHashes: [],
  twinHashes: [],
  tuples: [],
};

export const INGEST = {
  eventType: "ingest",
  toStatus: "candidate",
  details: "claim_ingested",
  payload: { citation_count: 1 },
} as const;

export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

export function event(given: Partial<NewEvent> = {}): Clean<NewEvent> {
  return cleanEvent({ eventType: "system", details: "noted", createdAt: AT, ...given });
}

export const append = (store: Store, ...events: readonly Partial<NewEvent>[]): Promise<readonly number[]> =>
  store.events.append(events.map(event));

/** The event that files a proposal about a claim. */
export function proposal(kind: ProposalKind, claimId: number, payload: JsonObject = {}): Partial<NewEvent> {
  const details = `steward_proposal:${kind}`;
  return { eventType: "policy_decision", claimId, details, payload: { claim_version: 1, ...payload } };
}

/** Claims that collide in nothing: each gets a human id of its own. */
export function numbered(count: number, fieldsOf: (index: number) => Partial<NewClaim>): readonly Clean<NewClaim>[] {
  return Array.from({ length: count }, (_, index) =>
    cleanClaim({ humanId: `mm-0000~${index + 2}`, ...fieldsOf(index) }),
  );
}

export async function insertOne(store: Store, overrides: Partial<NewClaim> = {}): Promise<Claim> {
  const [stored] = await store.claims.insert([cleanClaim(overrides)]);
  if (stored === undefined) throw new TypeError("nothing was stored");
  return stored;
}

/** Inserts claims that differ in text alone, one after the other. */
export async function insertTexts(store: Store, ...texts: readonly string[]): Promise<readonly Claim[]> {
  const stored: Claim[] = [];
  for (const text of texts) stored.push(await insertOne(store, { text }));
  return stored;
}

export async function getOne(store: Store, id: number): Promise<Claim> {
  const [claim] = await store.claims.getMany(EVERYTHING, [id], true);
  if (claim === undefined) throw new TypeError(`there is no claim ${id}`);
  return claim;
}

export async function textsOf(store: Store): Promise<readonly string[]> {
  const { items } = await store.claims.list(EVERYTHING, {}, { limit: 100 });
  return items.map(({ text }) => text).sort();
}

export async function eventsOf(store: Store): Promise<readonly MemoryEvent[]> {
  return (await store.events.scan(0, 10_000)).map((entry) => entry.event);
}

/** What verification finds wrong with the chain of a whole store. */
export async function chainIssues(store: Store): Promise<readonly unknown[]> {
  return verifyChain(await eventsOf(store), CHAIN_START).issues;
}

export const payloadOf = (given: Pick<MemoryEvent, "payloadJson"> | undefined): unknown =>
  JSON.parse(given?.payloadJson ?? "null");

export interface Failure {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What a promise rejects with; fails when it does not reject. */
export async function failure(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    const { name, code, message, details } = error as Failure;
    return { name, code, message, details };
  }
  throw new TypeError("nothing was thrown");
}

export const failureCode = async (promise: Promise<unknown>): Promise<string> => (await failure(promise)).code;

/** A promise and what settles it: holds two flows at the same point. */
export function signal(): { readonly reached: Promise<void>; readonly reach: () => void } {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}
