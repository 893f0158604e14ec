import { governedRowToWire, surfaceOf } from "@memorymaster/core";
import type { GovernedRow } from "@memorymaster/core";

import type { CommandContext, Outcome } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import { describeError } from "../output/describe-error.ts";
import { sameDatabase } from "./database-files.ts";

function rowText(row: GovernedRow): string {
  if ("error" in row) {
    const { id } = governedRowToWire(row);
    return `${id ?? "(a claim)"}: ${surfaceOf(row.error).wire} ${describeError(row.error)}`;
  }
  const { claim, eventId, changed } = row;
  const facts = [
    `claim_id=${claim.id} human_id=${claim.humanId} status=${claim.status}`,
    ...(claim.confirmedBy === undefined ? [] : [`confirmed_by=${cleanLine(claim.confirmedBy)}`]),
    `conf=${claim.confidence.toFixed(3)}`,
    changed ? "" : "unchanged",
    eventId === undefined ? "" : `event_id=${eventId}`,
  ];
  return facts.filter((fact) => fact !== "").join(" ");
}

function failureOf(rows: readonly GovernedRow[]): Pick<Outcome, "failure"> {
  const failed = rows.filter((row) => "error" in row).length;
  if (failed === 0) return {};
  return { failure: { code: "PARTIAL", message: `${failed} of ${rows.length} claims failed` } };
}

/**
 * What became of several claims, row by row, with the commands that take it back. The failure of a single claim is the
 * failure of the command.
 */
export function governedOutcome(
  context: CommandContext,
  rows: readonly GovernedRow[],
  { dryRun }: { readonly dryRun: boolean },
): Outcome {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined && "error" in only) throw only.error;
  const eventIds = rows.flatMap((row) => ("error" in row ? [] : (row.eventId ?? [])));
  const back = eventIds.map((id) => `take back with: ${sameDatabase(context, `undo ${id}`)}`);
  return {
    data: rows.map((row) => governedRowToWire(row)),
    meta: { total: rows.length, ...(dryRun && { dry_run: true }) },
    text: () => [...(dryRun ? ["[DRY RUN]"] : []), ...rows.map(rowText), ...back].join("\n"),
    ...failureOf(rows),
  };
}
