import type { LegacyReport } from "./types.ts";

/** A report in every JSON that leaves the process. */
export function legacyReportToWire(report: LegacyReport): Readonly<Record<string, unknown>> {
  const { origin, version, chain, newClaims } = report;
  const tables = Object.entries(report.tables).map(([table, { notCarried, ...counts }]) => [
    table,
    { ...counts, not_carried: notCarried },
  ]);
  return {
    origin,
    version: version ?? null,
    tables: Object.fromEntries(tables) as unknown,
    rows: report.rows.map((row) => ({ ...row, id: row.id ?? null })),
    chain: {
      ...chain,
      algorithm: chain.algorithm ?? null,
      issues: chain.issues.map(({ eventId, reason }) => ({ event_id: eventId, reason })),
    },
    new_claims: newClaims ?? null,
  };
}
