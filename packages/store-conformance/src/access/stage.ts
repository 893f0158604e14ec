import type { Claim, ClaimRef, Memory, Visibility } from "@memorymaster/core";
import { append, proposal } from "../records.ts";
import type { World } from "../world.ts";

/** Names of a claim that may or may not be there, and of what hangs on it. */
export interface Target {
  readonly id: number;
  readonly humanId: string;
  readonly uid: string;
  readonly pinEvent: number;
  readonly proposalEvent: number;
  /** A claim that is there, and a second one. */
  readonly neighbour: number;
  readonly spare: number;
}

/** How one call names the target, and whether it asks for sensitive claims. */
export interface Naming extends Target {
  readonly ref: ClaimRef;
  readonly allowSensitive: boolean;
  /** Who decides: a caller in a team can decide only as itself. */
  readonly actor: string;
}

export const TARGET_TEXT = "The quokka rotation begins at noon";

/** The claims that are there, public ones of ana. */
async function fill(memory: Memory): Promise<void> {
  await memory.claims.ingest({ text: "The gateway talks to the ledger service" });
  await memory.claims.ingest({ text: "Invoices are kept for ten years" });
  await memory.claims.transition(2, "confirmed");
}

async function addTarget({ store }: World, memory: Memory, visibility: Visibility): Promise<Claim> {
  const { claim } = await memory.claims.ingest({ text: TARGET_TEXT, visibility, idempotencyKey: "quokka" });
  await memory.claims.pin(claim.id, true);
  await append(store, { ...proposal("stale", claim.id, { claim_version: 2 }), tenantId: "acme" });
  await memory.links.add(claim.id, 1, "supports");
  return claim;
}

/**
 * Fills a store with two claims, and with the target behind them when it has a visibility: what differs between two
 * stages is the target and what hangs on it alone. The names are those that the target has, or would have.
 */
export async function setStage(world: World, visibility: Visibility | undefined): Promise<Target> {
  const caller = { principal: "ana", tenantId: "acme", sensitiveBypass: true };
  const memory = world.memory({ caller });
  await fill(memory);
  world.clock.advance(1_000);
  const [last] = (await world.store.events.scan(0, 100)).slice(-1);
  const events = { pinEvent: (last?.event.id ?? 0) + 2, proposalEvent: (last?.event.id ?? 0) + 3 };
  const others = { ...events, neighbour: 1, spare: 2 };
  if (visibility === undefined) return { id: 3, humanId: "mm-0000", uid: "", ...others };
  const { id, humanId, uid } = await addTarget(world, memory, visibility);
  return { id, humanId, uid, ...others };
}
