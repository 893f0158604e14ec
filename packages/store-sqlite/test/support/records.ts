import { CITATION_ROLES, CLAIM_RELATED_FIELDS, CLAIM_ROLES, cleanRecord, EVENT_ROLES } from "@memorymaster/core";
import type { Claim, Clean, NewCitation, NewClaim, NewEvent, Store, Viewer } from "@memorymaster/core";
import { newClaim } from "@memorymaster/core/testing";

export const AT = "2026-01-02T03:04:05+00:00";

/** The local operator. */
export const OPERATOR: Viewer = {
  tenantId: undefined,
  agent: undefined,
  grantedScopes: undefined,
  allowSensitive: false,
};

export function claim(overrides: Partial<NewClaim> = {}): Clean<NewClaim> {
  const options = { onSecret: "reject", relatedFields: CLAIM_RELATED_FIELDS } as const;
  return cleanRecord(newClaim(overrides), CLAIM_ROLES, options).record;
}

export function citation(given: NewCitation): Clean<NewCitation> {
  return cleanRecord(given, CITATION_ROLES, { onSecret: "reject" }).record;
}

export function event(given: Partial<NewEvent> = {}): Clean<NewEvent> {
  const whole: NewEvent = { eventType: "system", details: "noted", createdAt: AT, ...given };
  return cleanRecord(whole, EVENT_ROLES, { onSecret: "reject" }).record;
}

/** Inserts one claim. */
export async function insertOne(store: Store, overrides: Partial<NewClaim> = {}): Promise<Claim> {
  const [stored] = await store.claims.insert([claim(overrides)]);
  if (stored === undefined) throw new TypeError("nothing was stored");
  return stored;
}

/** Inserts claims that differ in text alone, one after the other. */
export async function insertTexts(store: Store, ...texts: readonly string[]): Promise<readonly Claim[]> {
  const stored: Claim[] = [];
  for (const text of texts) stored.push(await insertOne(store, { text }));
  return stored;
}

/** Code and details of what a promise rejects with; fails when it does not reject. */
export async function failure(promise: Promise<unknown>): Promise<{ code: unknown; details: unknown }> {
  try {
    await promise;
  } catch (error) {
    const { code, details } = error as { code: unknown; details: unknown };
    return { code, details };
  }
  throw new TypeError("nothing was thrown");
}
