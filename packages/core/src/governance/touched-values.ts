import type { MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { effectOf, ownBefore, statesOf } from "./event-effect.ts";

/** Ends a name that stands for all names that begin like it. */
const ALL = "*";

/** Names of the values of its claim's own row that an event changed, whatever its kind. */
function ownValues(event: MemoryEvent): readonly string[] {
  const payload = payloadOf(event) ?? {};
  // The person stands and falls with the state.
  const [from, to] = statesOf(event, payload);
  const isStatus = from !== to || event.eventType === "confirm";
  const before = payload["citation_id"] === undefined ? ownBefore(payload).map(([name]) => name) : [];
  return [
    ...(isStatus ? ["status"] : []),
    ...(event.eventType === "confidence" ? ["confidence"] : []),
    ...before,
    ...(payload["redact_claim"] === true ? ["words"] : []),
    ...(payload["redact_citations"] === true ? [`citation ${ALL}`] : []),
  ];
}

/** Names of all values that an event changed; an unknown kind counts with what it tells. */
export function touchedBy(event: MemoryEvent): readonly string[] {
  const { arrived, link, citation, proposal } = effectOf(event) ?? {};
  if (arrived === true) return [];
  const own = citation === undefined ? ownValues(event) : [`citation ${citation.id}`];
  return [
    ...own.map((name) => `claim ${event.claimId ?? 0} ${name}`),
    ...(link === undefined ? [] : [`link ${link.edge.sourceId} ${link.edge.linkType} ${link.edge.targetId}`]),
    ...(proposal === undefined ? [] : [`proposal ${proposal.id}`]),
  ];
}

const covers = (a: string, b: string): boolean => a === b || (a.endsWith(ALL) && b.startsWith(a.slice(0, -1)));

/** Whether two events changed the same value of the same row. */
export function clash(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) => b.some((other) => covers(one, other) || covers(other, one)));
}
