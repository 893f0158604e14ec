import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { Viewer } from "../../src/access/viewer.ts";
import type { Claim } from "../../src/claims/claim.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { NewClaim } from "../../src/ports/claim-store.ts";
import { cleanClaim, createCountingIds, createFixedClock, createMemoryStore } from "../../src/testing/index.ts";
import type { FixedClock } from "../../src/testing/index.ts";

/** Sees everything there is. */
export const EVERYTHING: Viewer = {
  tenantId: undefined,
  agent: undefined,
  grantedScopes: undefined,
  allowSensitive: true,
};

export type TestContext = MemoryContext & { readonly clock: FixedClock };

/** What use cases take, over an empty store; the clock stands at 2026-01-02T03:04:05Z, the project is `project:demo`. */
export function openContext(overrides: Partial<Omit<MemoryContext, "clock">> = {}): TestContext {
  const ids = createCountingIds();
  return {
    store: createMemoryStore({ ids }),
    authority: LOCAL_OPERATOR,
    ids,
    settings: SETTINGS_DEFAULTS,
    projectScope: { forRead: async () => "project:demo", forWrite: async () => "project:demo" },
    evidence: undefined,
    surface: "library",
    ...overrides,
    clock: createFixedClock(),
  };
}

/** Stores claims as ingest would leave them, one for each set of fields, without events. */
export async function seed(context: MemoryContext, ...fields: readonly Partial<NewClaim>[]): Promise<readonly Claim[]> {
  return context.store.claims.insert(fields.map((one) => cleanClaim(one)));
}

export async function seedOne(context: MemoryContext, fields: Partial<NewClaim> = {}): Promise<Claim> {
  const [claim] = await seed(context, fields);
  if (claim === undefined) throw new RangeError("nothing was stored");
  return claim;
}

/** Everything that is stored, for comparing before and after. */
export async function everything(context: MemoryContext): Promise<unknown> {
  const page = { limit: 1_000 };
  const claims = await context.store.claims.list(EVERYTHING, {}, page);
  const events = await context.store.events.list(EVERYTHING, {}, page);
  const links = await Promise.all(claims.items.map((claim) => context.store.links.listOf(claim.id, undefined)));
  return { claims: claims.items, events: events.items, links };
}
