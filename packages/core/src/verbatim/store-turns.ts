import { canonicalScope, LEGACY_PROJECT_SCOPE } from "../access/scope.ts";
import { checkTrimmedText, invalidField, isLongerThan } from "../claims/check-text.ts";
import { LIMITS } from "../claims/limits.ts";
import { normalizeTime, timestampOf } from "../claims/time.ts";
import { InvalidInputError, SensitiveContentError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { TURN_FIELD_ROLES } from "../ports/field-roles.ts";
import { TURN_KINDS, TURN_ROLES } from "../ports/verbatim-store.ts";
import type { NewTurn } from "../ports/verbatim-store.ts";
import { cleanRecord } from "../security/clean.ts";
import type { CleanedRecord } from "../security/clean.ts";
import { sanitizeMemoryText, sanitizePersistedText } from "../security/sanitize.ts";
import { requireLocal } from "./require-local.ts";
import type { StoreTurnsOptions, StoreTurnsResult, TurnInput } from "./types.ts";

/** Turns of one transaction. */
const BATCH = 200;
const MIN_CHARACTERS = 20;
const CUT_MARK = "\n[cut off at 256 KiB]";
/** What no store can hold, or what joins the parts of keys. */
const UNSTORABLE = /[\u0000\u001f]/g;

/** What the turns of one call share. */
interface Capture {
  readonly scope: string;
  readonly sourceAgent: string;
  readonly now: string;
  readonly redactPrivateNetwork: boolean;
}

/** At most 256 KiB, cut between two characters. Secrets go first: half of one would not be known any more. */
function fitted(content: string, { redactPrivateNetwork }: Capture): { text: string; findings: readonly string[] } {
  if (Buffer.byteLength(content) <= LIMITS.turnBytes) return { text: content, findings: [] };
  const { text, findings } = (redactPrivateNetwork ? sanitizeMemoryText : sanitizePersistedText)(content);
  const bytes = Buffer.from(text);
  if (bytes.length <= LIMITS.turnBytes) return { text, findings };
  // A decoder that waits for more leaves out what is not whole yet.
  const kept = bytes.subarray(0, LIMITS.turnBytes - Buffer.byteLength(CUT_MARK));
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept, { stream: true }) + CUT_MARK, findings };
}

function label(value: unknown, field: string): string {
  const text = checkTrimmedText(value, { field, max: LIMITS.label });
  if (text === undefined) throw invalidField("input.missing", field, "is missing");
  return text;
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown, field: string): Word {
  const known = words.find((word) => word === value);
  if (known === undefined) throw invalidField("input.invalid", field, `is none of ${words.join(", ")}`);
  return known;
}

function positionOf(position: number | undefined): number | undefined {
  if (position === undefined || (Number.isSafeInteger(position) && position >= 0)) return position;
  throw invalidField("input.invalid", "position", "is not a whole number from 0");
}

/** The turn as it is stored, without secrets in its content. @throws InvalidInputError, SensitiveContentError */
function prepareTurn(turn: TurnInput, capture: Capture): CleanedRecord<NewTurn> {
  const { scope, sourceAgent, now, redactPrivateNetwork } = capture;
  const { text, findings } = fitted(turn.content.toWellFormed().replace(UNSTORABLE, "\ufffd"), capture);
  const draft: NewTurn = {
    sessionId: label(turn.sessionId, "session_id"),
    position: positionOf(turn.position),
    role: oneOf(TURN_ROLES, turn.role, "role"),
    speaker: checkTrimmedText(turn.speaker, { field: "speaker", max: LIMITS.label }),
    kind: oneOf(TURN_KINDS, turn.kind ?? "prose", "kind"),
    content: text,
    scope,
    timestamp: turn.timestamp === undefined ? now : normalizeTime(turn.timestamp, "timestamp"),
    sourceAgent,
    createdAt: now,
  };
  const options = { onSecret: "redact", redactPrivateNetwork } as const;
  const { record, findings: found } = cleanRecord(draft, TURN_FIELD_ROLES, options);
  return { record, findings: [...findings, ...found] };
}

function isStorable(turn: TurnInput): boolean {
  return typeof turn.content === "string" && isLongerThan(turn.content.trim(), MIN_CHARACTERS - 1);
}

/** `undefined` = what is not stored: there is nothing else to tell of a turn among thousands. */
function attemptTurn(turn: TurnInput, capture: Capture): CleanedRecord<NewTurn> | undefined {
  if (!isStorable(turn)) return undefined;
  try {
    return prepareTurn(turn, capture);
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof SensitiveContentError) return undefined;
    throw error;
  }
}

async function captureOf(context: MemoryContext, options: StoreTurnsOptions): Promise<Capture> {
  const { authority, clock, projectScope, settings, surface } = context;
  const scope = options.scope === undefined || options.scope.trim() === "" ? LEGACY_PROJECT_SCOPE : options.scope;
  const canonical = canonicalScope(scope);
  return {
    scope: canonical === LEGACY_PROJECT_SCOPE ? await projectScope.forWrite() : canonical,
    sourceAgent: label(options.sourceAgent ?? authority.principal ?? surface, "source_agent"),
    now: timestampOf(clock.nowMs()),
    redactPrivateNetwork: settings.redactPrivateNetwork,
  };
}

/**
 * Keeps what was said, word for word but for its secrets. Turns come in batches: what is stored of a call that fails
 * stays, and a second call passes over it.
 *
 * @throws ForbiddenError `access.denied` for a team
 * @throws InvalidInputError for scope and agent; a turn that cannot be stored is counted
 */
export async function storeTurns(
  context: MemoryContext,
  turns: readonly TurnInput[],
  options: StoreTurnsOptions = {},
): Promise<StoreTurnsResult> {
  requireLocal(context.authority, "ingest");
  const capture = await captureOf(context, options);
  const result = { stored: 0, skipped: 0, redacted: 0, duplicates: 0 };
  for (let start = 0; start < turns.length; start += BATCH) {
    const batch = turns.slice(start, start + BATCH);
    const prepared = batch.flatMap((turn) => attemptTurn(turn, capture) ?? []);
    const ids = await context.store.verbatim.insert(prepared.map(({ record }) => record));
    const stored = prepared.filter((_, at) => ids[at] !== undefined);
    result.stored += stored.length;
    result.skipped += batch.length - prepared.length;
    result.duplicates += prepared.length - stored.length;
    result.redacted += stored.filter(({ findings }) => findings.length > 0).length;
  }
  return result;
}
