import { examine } from "@memorymaster/runtime";
import type { HealthCheck } from "@memorymaster/runtime";

import type { RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import type { Paint } from "../output/paint.ts";
import { runtimeOptions } from "../runtime-options.ts";
import { VERSION } from "../version.ts";

const ID_WIDTH = 13;
const STYLES = { PASS: "faint", WARN: "notice", FAIL: "alarm" } as const;
const EXITS = { PASS: 0, WARN: 3, FAIL: 1 } as const;

/** `WARN backup       there is no backup`, with what to do under it. */
function checkText({ id, status, detail, hint }: HealthCheck, paint: Paint): string {
  const help = hint === undefined ? "" : `\n${" ".repeat(ID_WIDTH + 6)}what helps: ${cleanLine(hint)}`;
  return `${paint[STYLES[status]](status)} ${id.padEnd(ID_WIDTH)} ${cleanLine(detail)}${help}`;
}

export const doctor: RunCommand = async (context) => {
  const { status, checks } = await examine(runtimeOptions(context));
  const bad = checks.filter((check) => check.status !== "PASS").map(({ id }) => id);
  const failure = { code: "CHECK_FAILED", message: `Not well: ${bad.join(", ")}` } as const;
  const wire = checks.map(({ id, status: of, detail, hint = null }) => ({ id, status: of, detail, hint }));
  const total = `${status}: memorymaster ${VERSION}, ${checks.length} checks, ${bad.length} to look at`;
  return {
    data: { ok: status !== "FAIL", status, version: VERSION, checks: wire },
    text: (paint) => [...checks.map((check) => checkText(check, paint)), paint[STYLES[status]](total)].join("\n"),
    exit: EXITS[status],
    ...(status === "FAIL" && { failure }),
  };
};
