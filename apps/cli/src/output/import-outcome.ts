import { DUMP_TABLES } from "@memorymaster/core";
import type { ImportResult, InvalidInputError } from "@memorymaster/core";

import type { Outcome } from "../command.ts";

const CODE = "SENSITIVE_INPUT";

function dataOf(result: ImportResult, dryRun: boolean): object {
  const { rows, inserted, skipped, refused, redacted, leftOut, damage } = result;
  return {
    ...(dryRun && { dry_run: true }),
    rows,
    inserted,
    skipped,
    refused: refused.map(({ line, field, findings }) => ({ line, code: CODE, field, findings })),
    redacted,
    left_out: leftOut,
    ...(damage !== undefined && { damage }),
  };
}

function linesOf({ refused, redacted, leftOut }: ImportResult): readonly string[] {
  return [
    ...refused.map(({ line, field, findings }) => `line ${line}: ${CODE} ${field} (${findings.join(", ")})`),
    ...redacted.map(({ line, findings }) => `line ${line}: redacted (${findings.join(", ")})`),
    ...leftOut.map(({ line, reason }) => `line ${line}: left out: ${reason}`),
  ];
}

function sumsOf({ rows, inserted, skipped, refused }: ImportResult): string {
  const counts = Object.entries(inserted).map(([table, count]) => `${table}=${count}`);
  const total = Object.values(inserted).reduce((sum, count) => sum + count, 0);
  const known =
    skipped === rows && rows > 0 ? "\nevery claim of the file is in the store already: nothing was added" : "";
  return `rows=${rows} inserted=${total} skipped=${skipped} refused=${refused.length} ${counts.join(" ")}${known}`;
}

function failureOf({ refused, damage }: ImportResult, redact: boolean): Pick<Outcome, "failure"> {
  if (refused.length > 0) {
    const way = redact ? "there they cannot be taken out" : "--redact takes them out of the words of claims";
    return { failure: { code: CODE, message: `${refused.length} rows hold secrets, nothing was written; ${way}` } };
  }
  if (damage === undefined) return {};
  return {
    failure: { code: "PARTIAL", message: `line ${damage.line}: ${damage.reason}; only what stands before it was read` },
  };
}

export interface ImportMode {
  readonly dryRun: boolean;
  readonly redact: boolean;
}

/** What came out of an import. */
export function importOutcome(result: ImportResult, { dryRun, redact }: ImportMode): Outcome {
  return {
    data: dataOf(result, dryRun),
    text: () => [...(dryRun ? ["[DRY RUN]"] : []), ...linesOf(result), sumsOf(result)].join("\n"),
    ...failureOf(result, redact),
  };
}

/** A file that is damaged, and of which nothing was kept. */
export function damageOutcome(name: string, { message, details }: InvalidInputError): Outcome {
  const inserted = Object.fromEntries(DUMP_TABLES.map((table) => [table, 0]));
  const damage = { line: details["line"], reason: details["reason"] };
  return {
    data: { rows: 0, inserted, skipped: 0, refused: [], redacted: [], left_out: [], damage },
    text: () => "nothing was written",
    failure: { code: "VALIDATION_ERROR", message: `${name === "-" ? "stdin" : name}, ${message}` },
  };
}
