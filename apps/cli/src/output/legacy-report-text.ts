import type { LegacyReport } from "@memorymaster/core";

/** More rows are for the file of the report. */
const SHOWN_ROWS = 20;

/** What became of a file of the earlier product, for people. */
export function legacyReportText({ tables, rows, chain, newClaims }: LegacyReport): string {
  const counts = Object.entries(tables)
    .filter(([, { read }]) => read > 0)
    .map(([table, { read, taken, changed, refused, notCarried }]) => {
      return `${table}: read=${read} taken=${taken} changed=${changed} refused=${refused} not_carried=${notCarried}`;
    });
  const shown = rows
    .filter(({ id }) => id !== undefined)
    .map(({ table, id, outcome, reason }) => `${table} ${id}: ${outcome}: ${reason}`);
  const more =
    shown.length > SHOWN_ROWS ? [`${shown.length - SHOWN_ROWS} more rows: --report writes them to a file`] : [];
  const state = chain.valid ? "valid" : `broken (${chain.issues.map(({ eventId }) => eventId).join(", ")})`;
  return [
    ...shown.slice(0, SHOWN_ROWS),
    ...more,
    ...counts,
    `chain: events=${chain.events} ${state} forks=${chain.forks} unverified=${chain.unverified}`,
    ...(newClaims === undefined ? [] : [`new claims=${newClaims}`]),
  ].join("\n");
}
