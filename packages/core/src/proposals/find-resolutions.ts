import type { Viewer } from "../access/viewer.ts";
import { LIMITS } from "../claims/limits.ts";
import type { MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { auditedProposal, RESOLUTIONS } from "../events/proposal.ts";
import type { EventFilter } from "../ports/event-store.ts";
import type { Store } from "../ports/store.ts";
import type { ProposalResolution } from "./types.ts";

/** A resolution with what it is about. */
export interface FoundResolution extends ProposalResolution {
  readonly proposalEventId: number;
  readonly claimId: number;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function resolutionOf(event: MemoryEvent): FoundResolution | undefined {
  const payload = payloadOf(event);
  const status = RESOLUTIONS[event.details as keyof typeof RESOLUTIONS];
  const proposalEventId = auditedProposal(event);
  if (proposalEventId === undefined || event.claimId === undefined) return undefined;
  return {
    proposalEventId,
    claimId: event.claimId,
    eventId: event.id,
    status,
    source: textOf(payload?.["source"]),
    actor: textOf(payload?.["actor"]),
    applied: payload?.["applied"] === true,
    createdAt: event.createdAt,
  };
}

/** The newest resolution of each proposal by its event id, among those of visible claims; some may have been undone. */
export async function findResolutions(
  store: Pick<Store, "events">,
  viewer: Viewer,
  among: Pick<EventFilter, "claimId" | "since">,
): Promise<ReadonlyMap<number, FoundResolution>> {
  const filter: EventFilter = { ...among, eventType: "audit", details: Object.keys(RESOLUTIONS) };
  const found = new Map<number, FoundResolution>();
  let cursor: string | undefined;
  do {
    const page = await store.events.list(viewer, filter, { limit: LIMITS.listLimit, cursor });
    for (const resolution of page.items.flatMap((event) => resolutionOf(event) ?? [])) {
      const known = found.get(resolution.proposalEventId);
      if (known === undefined || known.eventId < resolution.eventId) found.set(resolution.proposalEventId, resolution);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}
