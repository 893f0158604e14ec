import { chainReportToWire } from "../events/wire.ts";
import type { IntegrityReport, ReconcileReport, RepairAction } from "./types.ts";

type Wire = Readonly<Record<string, unknown>>;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The same fields by the names of the wire, absent ones null. */
const fieldsToWire = (fields: object): Wire =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snake(name), (value as unknown) ?? null]));

type Lists = Readonly<Record<string, readonly unknown[]>>;

/** Rows of each kind of issue, by the name of the kind on the wire. A status that differs is an issue of transition. */
export function issuesToWire({ rows, transitions, openProposals }: ReconcileReport): Lists {
  const kinds = Object.entries(rows).filter(([kind]) => kind !== "statusDiffers");
  return {
    ...(fieldsToWire(Object.fromEntries(kinds)) as Lists),
    open_proposals_drift: openProposals.map(fieldsToWire),
    transition_issues: transitions.map(fieldsToWire),
  };
}

function reconcileToWire(report: ReconcileReport): Wire {
  const issues = issuesToWire(report);
  const summary = Object.fromEntries(Object.entries(issues).map(([kind, list]) => [kind, list.length]));
  return { issues, summary };
}

function foreignKeysToWire(byTable: Readonly<Record<string, number>>): Wire {
  return { orphans: Object.values(byTable).reduce((sum, count) => sum + count, 0), by_table: byTable };
}

const orNull = <Part>(part: Part | undefined, toWire: (part: Part) => unknown): unknown =>
  part === undefined ? null : toWire(part);

/** A report in every JSON that leaves the process; null = not looked at. */
export function integrityToWire(report: IntegrityReport): Wire {
  const { file } = report;
  return {
    ok: report.ok,
    read_only: report.readOnly,
    quick_check: orNull(file, ({ quickCheck }) => quickCheck),
    fk_check: orNull(file?.foreignKeys, foreignKeysToWire),
    fts_drift: orNull(report.index, fieldsToWire),
    chain: orNull(report.chain, chainReportToWire),
    reconcile: orNull(report.reconcile, reconcileToWire),
    promotions_frozen: report.promotionsFrozen,
    failures: report.failures,
  };
}

/** What no repair touches: it would contradict the record of events, or have to guess. */
const LEFT_ALONE = ["orphan_events", "transition_issues", "superseded_without_replacement", "one_sided_supersession"];

export interface WireRepairAction {
  readonly action: string;
  readonly count: number;
  readonly ids: readonly number[];
}

/** What a repair did, and how many issues it had to leave alone. */
export function repairActionsToWire(
  actions: readonly RepairAction[],
  after: IntegrityReport,
): readonly WireRepairAction[] {
  const issues = after.reconcile === undefined ? {} : issuesToWire(after.reconcile);
  const left = [
    ...LEFT_ALONE.map((kind) => [kind, issues[kind] ?? []] as const),
    ["chain", after.chain?.issues ?? []] as const,
  ];
  const skipped = left.filter(([, list]) => list.length > 0);
  return [
    ...actions.map(({ action, ids }) => ({ action, count: ids.length, ids })),
    ...skipped.map(([kind, list]) => ({ action: `skip_${kind}_append_only`, count: list.length, ids: [] })),
  ];
}
