import { canonicalJson } from "../events/canonical-json.ts";
import { CHAIN_START, HASH_ALGO, payloadCopies, verifyChain } from "../events/chain.ts";
import type { ChainIssue, ChainIssueReason } from "../events/chain.ts";
import type { JsonValue, MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import type { LegacyChain, LegacySource, SourceRow } from "./types.ts";

const SHOWN_ISSUES = 100;

/** Texts and numbers of JSON as the earlier product wrote it. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?Infinity|NaN|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** A number as a text that no other text is mistaken for. */
const MARKED_NUMBERS = /"\\u0000#([^"]*)"/g;

/**
 * The payload as the hash of the earlier product covers it: keys by code point, no spaces, number literals as they
 * stand; what is no JSON stays as it is, blank is nothing.
 *
 * @see storage specification §6
 */
export function canonicalPayload(payload: string): string {
  if (payload.trim() === "") return "";
  const marked = payload.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"\\u0000#${token}"`));
  try {
    return canonicalJson(JSON.parse(marked) as JsonValue).replace(MARKED_NUMBERS, (_text, number: string) => number);
  } catch {
    return payload;
  }
}

const textOf = (value: SourceRow[string] | undefined): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

/** An event of the file in the shape that the verification of today takes. */
export function legacyEvent(row: SourceRow): MemoryEvent {
  const payload = textOf(row["payload_json"]);
  const payloadJson = payload === undefined ? undefined : canonicalPayload(payload);
  return {
    id: Number(row["id"]),
    claimId: typeof row["claim_id"] === "number" ? row["claim_id"] : undefined,
    eventType: textOf(row["event_type"]) ?? "",
    fromStatus: textOf(row["from_status"]),
    toStatus: textOf(row["to_status"]),
    details: textOf(row["details"]),
    payloadJson,
    createdAt: textOf(row["created_at"]) ?? "",
    tenantId: textOf(row["tenant_id"]),
    prevEventHash: textOf(row["prev_event_hash"]),
    eventHash: textOf(row["event_hash"]) ?? "",
    hashAlgo: textOf(row["hash_algo"]) ?? "",
    tenantPrevEventHash: textOf(row["tenant_prev_event_hash"]),
    tenantEventHash: textOf(row["tenant_event_hash"]),
    tenantHashAlgo: textOf(row["tenant_hash_algo"]),
    ...payloadCopies(payloadOf({ payloadJson })),
  };
}

/** Columns that name the predecessor, by what is said when it is not the last event. */
const LINKS: Readonly<
  Partial<Record<ChainIssueReason, (event: MemoryEvent) => readonly [string, string | undefined]>>
> = {
  broken_prev_link: (event) => ["event_hash", event.prevEventHash],
  broken_tenant_prev_link: (event) => ["tenant_event_hash", event.tenantPrevEventHash],
};

export interface LegacyChainCheck {
  /** Takes the next events of the file. */
  see(rows: readonly SourceRow[]): void;
  /** Whether an earlier event has the same hash: two writers wrote the same at the same time. */
  isRepeated(eventId: number): boolean;
  report(): LegacyChain;
}

/** Follows the events of a file by the rules that they were written by, in constant memory. */
export function createLegacyChainCheck(source: LegacySource): LegacyChainCheck {
  let state = CHAIN_START;
  let [events, unverified, forks, faults] = [0, 0, 0, 0];
  const issues: ChainIssue[] = [];
  const repeated = new Set<number>();

  const isEarlier = (id: number, column: string, hash: string | undefined): boolean =>
    hash !== undefined && source.matching("events", column, [hash]).some((row) => Number(row["id"]) < id);

  function judge(event: MemoryEvent, reasons: readonly ChainIssueReason[]): void {
    const follows = reasons.every((reason) => {
      const [column, hash] = LINKS[reason]?.(event) ?? [];
      return column !== undefined && isEarlier(event.id, column, hash);
    });
    if (isEarlier(event.id, "event_hash", event.eventHash)) repeated.add(event.id);
    if (follows) {
      forks += 1;
      return;
    }
    faults += reasons.length;
    issues.push(...reasons.map((reason) => ({ eventId: event.id, reason })));
    issues.length = Math.min(issues.length, SHOWN_ISSUES);
  }

  return {
    see: (rows) => {
      const hashed = rows.map(legacyEvent).filter(({ eventHash }) => eventHash !== "");
      events += rows.length;
      unverified += rows.length - hashed.length;
      const checked = verifyChain(hashed, state);
      state = checked.state;
      for (const event of hashed) {
        const own = checked.issues.filter(({ eventId }) => eventId === event.id).map(({ reason }) => reason);
        if (own.length > 0) judge(event, own);
      }
    },
    isRepeated: (eventId) => repeated.has(eventId),
    report: () => ({
      algorithm: unverified === events ? undefined : HASH_ALGO,
      events,
      valid: faults === 0,
      forks,
      unverified,
      issues,
    }),
  };
}
