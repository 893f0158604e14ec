import { authorize } from "../access/authority.ts";
import type { ChainReport, MemoryContext } from "../memory-types.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import { CHAIN_START, contentDigest, verifyChain } from "./chain.ts";
import type { ChainIssue, ChainState } from "./chain.ts";
import type { MemoryEvent } from "./event.ts";

const PAGE = 1_000;
const SHOWN_ISSUES = 100;

function digestOf(event: MemoryEvent): unknown {
  try {
    return (JSON.parse(event.payloadJson ?? "null") as { content_digest?: unknown } | null)?.content_digest;
  } catch {
    return undefined;
  }
}

/** Content may be gone, erased; content that is there must be the one that the event was sealed with. */
function digestIssues(entries: readonly HistoryEntry[]): readonly ChainIssue[] {
  return entries.flatMap(({ event, content }) =>
    content === undefined || digestOf(event) === contentDigest(content.salt, content.content)
      ? []
      : [{ eventId: event.id, reason: "content_digest_mismatch" as const }],
  );
}

interface Progress {
  readonly state: ChainState;
  readonly events: number;
  readonly issues: readonly ChainIssue[];
}

/** A caller bound to a tenant sees that tenant's chain alone; the links of the common chain lead through other rows. */
function checkPage(page: readonly HistoryEntry[], so: Progress, tenantId: string | undefined): Progress {
  const own = tenantId === undefined ? page : page.filter(({ event }) => event.tenantId === tenantId);
  const { state, issues } = verifyChain(
    own.map(({ event }) => event),
    so.state,
  );
  const found = [...issues, ...digestIssues(own)].filter(
    ({ reason }) => tenantId === undefined || reason !== "broken_prev_link",
  );
  return { state, events: so.events + own.length, issues: [...so.issues, ...found].slice(0, SHOWN_ISSUES) };
}

/** Walks the hash chain of the whole store, page by page; of a caller bound to a tenant, that tenant's part. */
export async function verifyEvents(context: MemoryContext): Promise<ChainReport> {
  authorize(context.authority, "query");
  let progress: Progress = { state: CHAIN_START, events: 0, issues: [] };
  let lastId: number | undefined = 0;
  while (lastId !== undefined) {
    const page: readonly HistoryEntry[] = await context.store.events.scan(lastId, PAGE);
    progress = checkPage(page, progress, context.authority.tenantId);
    lastId = page.at(-1)?.event.id;
  }
  const { events, issues, state } = progress;
  return { events, issues, valid: issues.length === 0, head: state.head };
}
