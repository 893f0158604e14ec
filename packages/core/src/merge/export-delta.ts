import { requireOperator } from "../access/require-operator.ts";
import { normalizeTime } from "../claims/time.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { DumpReader, DumpRow } from "../ports/dump-store.ts";
import { rowOf } from "../transfer/row-record.ts";
import { acceptClaim } from "./accept-claim.ts";
import type { AcceptedClaim } from "./accept-claim.ts";
import { claimPages, originOf, readForeign } from "./read-foreign.ts";
import type { DeltaOptions, DeltaResult, DeltaSink } from "./types.ts";

/** Columns that name claims. */
const NAMING = ["id", "supersedes_claim_id", "replaced_by_claim_id", "source_id", "target_id"];

interface ReadyClaim {
  readonly accepted: AcceptedClaim;
  /** As it is stored. */
  readonly given: DumpRow;
}

/** Writes claims with citations, events and links; a link of two claims comes once for each. */
async function writeClaims(reader: DumpReader, sink: DeltaSink, claims: readonly ReadyClaim[]): Promise<void> {
  const rows = claims.map(
    ({ accepted, given: { id = null, supersedes_claim_id = null, replaced_by_claim_id = null } }) => ({
      ...accepted.row,
      ...{ id, supersedes_claim_id, replaced_by_claim_id },
    }),
  );
  const links = await reader.ofClaims(
    "claim_links",
    rows.map(({ id }) => Number(id)),
  );
  const named = [...rows, ...links].flatMap((row: DumpRow) => NAMING.map((column) => row[column]));
  sink.write("claims", rows);
  for (const { accepted, given } of claims) {
    sink.write(
      "citations",
      accepted.citations.map((citation) => ({ ...citation, claim_id: given["id"] ?? null })),
    );
    sink.write(
      "event_history",
      accepted.history.map((line) => rowOf("event_history", { ...line })),
    );
  }
  sink.write("claim_links", links);
  sink.name(await reader.uidsOf(named.filter((id) => typeof id === "number")));
}

/**
 * Writes the claims that have changed since a time, with their citations, links and events, of one state of the store.
 * Each is filtered as if it came in here.
 *
 * @throws ForbiddenError `access.denied` for anyone but the local operator
 * @throws InvalidInputError `input.invalid` for a time that is none
 */
export async function exportDelta(
  { store, authority, settings }: MemoryContext,
  sink: DeltaSink,
  options: DeltaOptions = {},
): Promise<DeltaResult> {
  requireOperator(authority, "export");
  const since = options.since === undefined ? undefined : normalizeTime(options.since, "since");
  const reader = await store.dump.snapshot();
  const counts = { exported: 0, citations: 0, rejected: 0, redacted: 0 };
  let maxUpdatedAt: string | undefined;
  try {
    // Only what the store is known by.
    sink.write("events", [{ id: 1, event_hash: await originOf(reader) }]);
    for await (const page of claimPages(reader)) {
      const rows = page.filter((row) => since === undefined || String(row["updated_at"]) >= since);
      const checked = (await readForeign(reader, rows, () => true)).map((claim) => ({
        given: claim.row,
        accepted: acceptClaim(claim, settings.redactPrivateNetwork),
      }));
      const ready = checked.filter((one): one is ReadyClaim => !("outcome" in one.accepted));
      await writeClaims(reader, sink, ready);
      counts.exported += ready.length;
      counts.citations += ready.reduce((sum, { accepted }) => sum + accepted.citations.length, 0);
      counts.rejected += checked.length - ready.length;
      counts.redacted += ready.filter(({ accepted }) => accepted.isRedacted).length;
      const times = ready.map(({ given }) => String(given["updated_at"]));
      maxUpdatedAt = [...times, maxUpdatedAt]
        .filter((time) => time !== undefined)
        .sort()
        .at(-1);
    }
    return { ...counts, since, maxUpdatedAt };
  } finally {
    await reader.close();
  }
}
