import { timestampOf } from "@memorymaster/core";
import type { Claim, LinkType } from "@memorymaster/core";
import { recordEvent } from "@memorymaster/core/jobs";

import type { Job } from "../types.ts";

export interface Edge {
  readonly source: Pick<Claim, "id" | "tenantId">;
  readonly target: Pick<Claim, "id">;
  readonly linkType: LinkType;
}

/** Adds the edge without an event of its own; `undefined` when it is there. */
export async function addEdge({ context }: Job, { source, target, linkType }: Edge): Promise<number | undefined> {
  const { links } = context.store;
  const present = await links.listOf(source.id, linkType);
  if (present.some(({ sourceId, targetId }) => sourceId === source.id && targetId === target.id)) return undefined;
  const createdAt = timestampOf(context.clock.nowMs());
  return (await links.add({ sourceId: source.id, targetId: target.id, linkType, createdAt })).id;
}

/** Links two claims with one event on the source; returns whether the link is new. */
export async function linkClaims(job: Job, edge: Edge): Promise<boolean> {
  if ((await addEdge(job, edge)) === undefined) return false;
  await recordEvent(job.context.store, {
    claimId: edge.source.id,
    eventType: "link",
    payload: {
      target_id: edge.target.id,
      link_type: edge.linkType,
      before: { link_id: null },
      run_id: job.runId,
    },
    tenantId: edge.source.tenantId,
    createdAt: timestampOf(job.context.clock.nowMs()),
  });
  return true;
}
