import { issuesToWire } from "@memorymaster/core";
import type { IntegrityReport } from "@memorymaster/core";

import { cleanLine } from "./clean-text.ts";
import type { Paint } from "./paint.ts";

export interface TextParts {
  readonly paint: Paint;
  /** A command line of the program that works on the same database. */
  readonly commandLine: (command: string) => string;
}

/** What is wrong, and the command that helps; without findings all is well. */
interface Line {
  readonly name: string;
  readonly findings: readonly string[];
  readonly note?: string;
  readonly way?: string;
}

const SHOWN = 5;
const NAME_WIDTH = 14;

/** Kinds of issues that no repair touches. */
const NOT_FIXABLE = new Set(["orphan_events", "transition_issues", "superseded_without_replacement"]);

/** An id, or what an issue is about with its reason. */
function named(issue: unknown): string {
  if (typeof issue !== "object" || issue === null) return String(issue);
  const {
    event_id: eventId,
    claim_id: claimId,
    reason,
    to,
  } = issue as Readonly<Record<string, string | number | null>>;
  const subject = eventId === null || eventId === undefined ? `claim ${claimId ?? ""}` : `event ${eventId}`;
  return cleanLine(`${subject} ${reason ?? ""}${to === null || to === undefined ? "" : ` to ${to}`}`);
}

/** `3 missing: 4, 7, 9`; nothing for an empty list. */
function counted(what: string, list: readonly unknown[]): readonly string[] {
  if (list.length === 0) return [];
  return [`${list.length} ${what}: ${list.slice(0, SHOWN).map(named).join(", ")}${list.length > SHOWN ? ", …" : ""}`];
}

function fileLines({ file, readOnly }: IntegrityReport): readonly Line[] {
  if (file === undefined) return [];
  const note = readOnly ? { note: "the database can only be read here: nothing else was checked" } : {};
  const lines = [{ name: "file", findings: file.quickCheck === "ok" ? [] : [cleanLine(file.quickCheck)], ...note }];
  if (file.foreignKeys === undefined) return lines;
  const orphans = Object.entries(file.foreignKeys).map(
    ([table, count]) => `${count} rows of ${table} point to nothing`,
  );
  return [...lines, { name: "foreign keys", findings: orphans }];
}

function indexLine(index: NonNullable<IntegrityReport["index"]>): Line {
  const { structure, missing, leftover, changed, countsMatch } = index;
  const findings = [
    ...(structure === undefined ? [] : [cleanLine(structure)]),
    ...counted("missing", missing),
    ...counted("left over", leftover),
    ...counted("with other words", changed),
    ...(countsMatch ? [] : ["the counts of claims and words are wrong"]),
  ];
  return { name: "text index", findings, note: `${index.checked} claims compared`, way: "integrity --repair-fts" };
}

function recordLines({ chain, reconcile }: IntegrityReport): readonly Line[] {
  const lines: Line[] = [];
  if (chain !== undefined) {
    const findings = chain.issues.map(({ eventId, reason }) => `event ${eventId}: ${reason}`);
    lines.push({ name: "event chain", findings, note: `${chain.events} events` });
  }
  if (reconcile === undefined) return lines;
  const issues = Object.entries(issuesToWire(reconcile)).filter(([, list]) => list.length > 0);
  const way = issues.every(([kind]) => NOT_FIXABLE.has(kind)) ? "history <claim>" : "integrity --fix";
  return [...lines, { name: "rows", findings: issues.flatMap(([kind, list]) => counted(kind, list)), way }];
}

function lineText({ name, findings, note, way }: Line, { paint, commandLine }: TextParts): string {
  const label = name.padEnd(NAME_WIDTH);
  const [first, ...others] = findings;
  const remark = note === undefined ? "" : ` ${paint.faint(`(${note})`)}`;
  if (first === undefined) return `${label}ok${remark}`;
  const help = way === undefined ? [] : [`what helps: ${commandLine(way)}`];
  const rest = [...others.slice(0, 2 * SHOWN), ...help].map((text) => `\n${" ".repeat(NAME_WIDTH)}${text}`);
  return `${label}${paint.alarm(first)}${rest.join("")}`;
}

/** One line for each check: ok, or what is wrong and what helps. */
export function integrityLines(report: IntegrityReport, parts: TextParts): readonly string[] {
  const { index, failures, promotionsFrozen: isFrozen, file } = report;
  const isDamaged = isFrozen || (file !== undefined && file.quickCheck !== "ok");
  const lines = [...fileLines(report), ...(index === undefined ? [] : [indexLine(index)]), ...recordLines(report)];
  const missed = failures.map(({ part, message }) => ({
    name: part,
    findings: [`not checked: ${cleanLine(message)}`],
  }));
  const frozen = {
    name: "promotions",
    findings: ["frozen, as a check found the file damaged"],
    way: "integrity --status",
  };
  // Nothing is repaired in a damaged file: what cannot be read is not gone.
  const shown = lines.map(({ way, ...line }) => (way === undefined || isDamaged ? line : { ...line, way }));
  const isCut = report.chain?.valid === false;
  const back =
    isDamaged || isCut ? [`states to go back to: ${parts.commandLine("snapshots")}, then rollback <id>`] : [];
  return [...shown, ...missed, ...(isFrozen ? [frozen] : [])].map((line) => lineText(line, parts)).concat(back);
}
