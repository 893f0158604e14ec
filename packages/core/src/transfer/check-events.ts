import { CHAIN_START, contentDigest, verifyChain } from "../events/chain.ts";
import type { ChainState } from "../events/chain.ts";
import type { MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import { damage } from "./damage.ts";
import { createIdIndex } from "./id-index.ts";

/** Follows the events of a file: they must be one unbroken chain, and their words those that they were sealed with. */
export interface EventChecks {
  /** @throws InvalidInputError `input.invalid` when the chain breaks here */
  addEvent(line: number, event: MemoryEvent): void;
  /** @throws InvalidInputError `input.invalid` when no event was sealed with these words */
  checkContent(line: number, row: DumpRow): void;
  head(): string | undefined;
}

/** Digest of the words of an event and the id of its claim. */
const DIGEST_BYTES = 32 + 8;

const sealedWith = (digest: string, claimId: number): string => digest + claimId.toString(16).padStart(16, "0");

/** Keeps 48 bytes of each event that has words of its own. */
export function createEventChecks(): EventChecks {
  const digests = createIdIndex(DIGEST_BYTES);
  let state: ChainState = CHAIN_START;
  let head: string | undefined;
  return {
    addEvent: (line, event) => {
      const checked = verifyChain([event], state);
      const [issue] = checked.issues;
      if (issue !== undefined) throw damage(line, `the chain of events is broken here (${issue.reason})`);
      state = checked.state;
      head = event.eventHash;
      // Most events have no words; their payload is not worth reading.
      if (event.claimId === undefined || event.payloadJson?.includes('"content_digest"') !== true) return;
      const digest = payloadOf(event)?.["content_digest"];
      if (typeof digest === "string" && /^[0-9a-f]{64}$/.test(digest)) {
        digests.add(event.id, sealedWith(digest, event.claimId));
      }
    },
    checkContent: (line, row) => {
      const digest = contentDigest(String(row["salt"]), String(row["content"]));
      if (digests.get(Number(row["event_id"])) === sealedWith(digest, Number(row["claim_id"]))) return;
      throw damage(line, "these are not the words that the event was sealed with");
    },
    head: () => head,
  };
}
