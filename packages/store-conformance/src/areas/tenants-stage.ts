import type { Authority, Viewer } from "@memorymaster/core";
import { setStage, TARGET_TEXT } from "../access/stage.ts";
import type { Target } from "../access/stage.ts";
import { append } from "../records.ts";
import type { World } from "../world.ts";

/** A caller of a team, who has two claims of her own. */
export const ANA: Partial<Authority> = {
  mode: "team",
  tenantId: "acme",
  principal: "ana",
  grantedScopes: ["project:demo"],
};
export const ANA_VIEWER: Viewer = {
  tenantId: "acme",
  agent: "ana",
  grantedScopes: ["project:demo"],
  allowSensitive: false,
};

/** A scope that ana is not granted. */
export const OTHER_SCOPE = "project:vault";
export const FOREIGN_RUN = "job-of-others";

/** Whose claims ana may know nothing of, and how they are marked. */
const FOREIGN = [
  { whose: "another tenant's", owner: { tenantId: "globex", principal: "ana" }, given: {} },
  { whose: "no tenant's", owner: { principal: "ana" }, given: {} },
  { whose: "another project's", owner: { tenantId: "acme", principal: "ana" }, given: { scope: OTHER_SCOPE } },
  {
    whose: "a colleague's private",
    owner: { tenantId: "acme", principal: "luis" },
    given: { visibility: "private" },
  },
] as const;

/** A claim of others, what hangs on it, and everything that names any of it. */
export interface ForeignClaim extends Target {
  readonly names: ReadonlySet<string>;
}

/** How names of claims and events are told apart from other numbers. */
export const claimNames = (...ids: readonly number[]): readonly string[] => ids.map((id) => `claim ${id}`);
export const eventNames = (...ids: readonly number[]): readonly string[] => ids.map((id) => `event ${id}`);
export const uidNames = (...uids: readonly string[]): readonly string[] => uids.map((uid) => `uid ${uid}`);

/** A claim with pin, link, correction and an event of a job. */
async function addForeign(world: World, { owner, given }: (typeof FOREIGN)[number]): Promise<ForeignClaim> {
  const { claims, links } = world.memory({ caller: owner });
  const { claim } = await claims.ingest({ ...given, text: TARGET_TEXT, idempotencyKey: "quokka" });
  const { id, humanId, uid, tenantId } = claim;
  const before = (await world.store.events.scan(0, 100)).length;
  await claims.pin(id, true);
  const later = await claims.ingest({ ...given, text: "The quokka rotation begins at midnight", supersedes: id });
  await links.add(id, later.claim.id, "supports");
  await append(world.store, { claimId: id, tenantId, payload: { run_id: FOREIGN_RUN } });
  const events = (await world.store.events.scan(0, 100)).map(({ event }) => event.id);
  const names = new Set([
    ...claimNames(id, later.claim.id),
    ...uidNames(uid, later.claim.uid),
    ...eventNames(...events.slice(before - 1)),
  ]);
  const [pinEvent = 0] = events.slice(before);
  return { id, humanId, uid, pinEvent, proposalEvent: later.proposalEventId ?? 0, neighbour: 1, spare: 2, names };
}

/** The same claims of ana twice, once among those of others and once alone. */
export interface Stages {
  readonly whose: string;
  readonly shared: World;
  readonly alone: World;
  readonly foreign: ForeignClaim;
}

/** Stages for each of the others, one after the other. */
export async function eachStage(world: World, work: (stages: Stages) => Promise<void>): Promise<void> {
  const alone = await world.another();
  await setStage(alone, undefined);
  for (const kind of FOREIGN) {
    const shared = await world.another();
    await setStage(shared, undefined);
    await work({ whose: kind.whose, shared, alone, foreign: await addForeign(shared, kind) });
  }
}
