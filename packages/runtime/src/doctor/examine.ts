import { existsSync } from "node:fs";

import { fromUnknown } from "@memorymaster/core";
import type { Store } from "@memorymaster/core";

import type { OpenOptions } from "../open-options.ts";
import { openStore } from "../open-store.ts";
import { readSurroundings } from "../surroundings.ts";
import type { Surroundings } from "../surroundings.ts";
import { CARE_LOOKS } from "./care-looks.ts";
import { DATABASE_LOOKS } from "./database-looks.ts";
import { fail, LIMIT_MS, pass, warn, withinLimit } from "./finding.ts";
import { MEANING_LOOKS } from "./meaning-looks.ts";
import type { Finding, HealthStatus } from "./finding.ts";

export interface HealthCheck extends Finding {
  readonly id: string;
}

export interface HealthReport {
  /** The worst of the checks. */
  readonly status: HealthStatus;
  /** In order of cause and effect; what could not be reached is not among them. */
  readonly checks: readonly HealthCheck[];
}

const LEAST_NODE = "20.19";
/** It ends before the look that asks for it. */
const QUICK_CHECK_MS = LIMIT_MS - 200;
/** Checks that tell a team nothing of what others keep in the database. */
const IN_TEAM: ReadonlySet<string> = new Set(["engine", "schema", "synchronous", "project", "disk", "spool"]);
const WHERE = "memorymaster where says which database this is, and why";

function node(): Finding {
  const { node: version } = process.versions;
  const isFit = version.localeCompare(LEAST_NODE, "en", { numeric: true }) >= 0;
  return isFit ? pass(version) : fail(`${version} is too old`, `install Node ${LEAST_NODE} or later`);
}

function chosen({ kind, target, shown, reason }: Surroundings["database"]): Finding {
  if (kind === "postgres" || existsSync(target)) return pass(`${shown} (${reason})`);
  return fail(
    `NOT_FOUND: there is no database at ${shown} (${reason})`,
    "memorymaster init-db, or another one by --db",
  );
}

async function lookInto(surroundings: Surroundings, store: Store): Promise<readonly HealthCheck[]> {
  const patient = { surroundings, store, quickCheck: store.files?.quickCheck(QUICK_CHECK_MS) };
  const all = Object.entries({ ...DATABASE_LOOKS, ...CARE_LOOKS, ...MEANING_LOOKS });
  const looks = all.map(async ([id, look]) => {
    if (surroundings.team !== undefined && !IN_TEAM.has(id)) return [];
    const found = await withinLimit(() => look(patient));
    return found === undefined ? [] : { id, ...found };
  });
  return (await Promise.all(looks)).flat();
}

type Add = (id: string, finding: Finding | undefined) => void;

/** One that opens too late is not waited for. */
async function examineDatabase(surroundings: Surroundings, add: Add): Promise<readonly HealthCheck[]> {
  const database = chosen(surroundings.database);
  add("database", database);
  if (database.status === "FAIL") return [];
  const opening = openStore(surroundings, { readOnly: true });
  const opens = await withinLimit(
    () => opening.then(() => pass("for reading")),
    (why) => fail(why, WHERE),
  );
  add("opens", opens);
  if (opens?.status === "PASS") {
    const store = await opening;
    return lookInto(surroundings, store).finally(() => store.close());
  }
  opening.then((late) => late.close()).catch(() => undefined);
  return [];
}

function worst(checks: readonly HealthCheck[]): HealthStatus {
  const found = (["FAIL", "WARN"] as const).find((status) => checks.some((check) => check.status === status));
  return found ?? "PASS";
}

/** Looks whether program, configuration and database are well. Opens for reading alone, and takes some seconds at most. */
export async function examine(options: OpenOptions): Promise<HealthReport> {
  const said: string[] = [];
  const checks: HealthCheck[] = [];
  // What is well, but not without something to be said, is worth a warning.
  const add: Add = (id, finding) => {
    const warnings = said.splice(0).join("; ");
    if (finding !== undefined)
      checks.push({ id, ...(finding.status === "PASS" && warnings ? warn(warnings) : finding) });
  };
  add("node", node());
  try {
    const surroundings = readSurroundings({ ...options, writeLog: (line) => void said.push(line) });
    add("config", pass(surroundings.config.file?.path ?? "no file"));
    checks.push(...(await examineDatabase(surroundings, add)));
  } catch (error) {
    add("config", fail(fromUnknown(error).message));
  }
  return { status: worst(checks), checks };
}
