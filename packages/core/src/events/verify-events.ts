import { authorize } from "../access/authority.ts";
import { ForbiddenError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ChainReport } from "./chain-report.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { ChainAnchor } from "../ports/upkeep-store.ts";
import { createAnchorCheck, readAnchors } from "./anchor-check.ts";
import { CHAIN_START, contentDigest, verifyChain } from "./chain.ts";
import type { ChainIssue } from "./chain.ts";
import type { MemoryEvent } from "./event.ts";
import { payloadOf } from "./payload-of.ts";
import { walkEvents } from "./walk-events.ts";

const SHOWN_ISSUES = 100;

function digestOf(event: MemoryEvent): unknown {
  return payloadOf(event)?.["content_digest"];
}

/** Content may be gone, erased; content that is there must be the one that the event was sealed with. */
function digestIssues(entries: readonly HistoryEntry[]): readonly ChainIssue[] {
  return entries.flatMap(({ event, content }) =>
    content === undefined || digestOf(event) === contentDigest(content.salt, content.content)
      ? []
      : [{ eventId: event.id, reason: "content_digest_mismatch" as const }],
  );
}

/** Checks the chain while its events go by, in constant memory. */
export interface ChainCheck {
  see(page: readonly HistoryEntry[]): void;
  report(): ChainReport;
}

/**
 * A caller bound to a tenant sees that tenant's chain alone; the links of the common chain lead through other rows, and
 * anchors tell of the common chain.
 */
export function createChainCheck(
  anchors: readonly Omit<ChainAnchor, "name">[],
  tenantId: string | undefined,
): ChainCheck {
  const anchorCheck = createAnchorCheck(tenantId === undefined ? anchors : []);
  const issues: ChainIssue[] = [];
  let state = CHAIN_START;
  let events = 0;
  let last: MemoryEvent | undefined;
  return {
    see: (page) => {
      const own = tenantId === undefined ? page : page.filter(({ event }) => event.tenantId === tenantId);
      const checked = verifyChain(
        own.map(({ event }) => event),
        state,
      );
      state = checked.state;
      events += own.length;
      last = own.at(-1)?.event ?? last;
      for (const { event } of own) anchorCheck.see(event);
      for (const issue of [...checked.issues, ...digestIssues(own)]) {
        if (tenantId === undefined || issue.reason !== "broken_prev_link") issues.push(issue);
      }
      issues.length = Math.min(issues.length, SHOWN_ISSUES);
    },
    report: () => {
      const all = [...issues, ...anchorCheck.issues()];
      return {
        events,
        issues: all.slice(0, SHOWN_ISSUES),
        valid: all.length === 0,
        headId: last?.id,
        head: last?.eventHash,
      };
    },
  };
}

/**
 * Walks the hash chain of the whole store, page by page; of an operator bound to a tenant, that tenant's part.
 *
 * @throws ForbiddenError `access.denied` for a caller of a team, who may not see every event of a chain
 */
export async function verifyEvents(context: MemoryContext): Promise<ChainReport> {
  authorize(context.authority, "query");
  if (context.authority.mode === "team") {
    throw new ForbiddenError("access.denied", "Only the operator can verify the chain: a team does not see all of it");
  }
  const check = createChainCheck(await readAnchors(context.store), context.authority.tenantId);
  await walkEvents(context.store, 0, (page) => check.see(page));
  return check.report();
}
