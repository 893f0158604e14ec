import { redactionToWire, REDACTION_MODES } from "@memorymaster/core";
import type { Claim, RedactRequest, RedactResult } from "@memorymaster/core";
import type { MemoryMaster } from "@memorymaster/runtime";

import { argument, choiceOption, switchOption, textOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { confirm } from "../input/confirm.ts";
import { cleanLine } from "../output/clean-text.ts";
import { write } from "../output/write.ts";
import { UsageError } from "../usage-error.ts";
import { sameDatabase } from "./database-files.ts";

const SHOWN_CHARACTERS = 80;

function requestOf(input: CommandInput): Omit<RedactRequest, "actor"> {
  const claimsOnly = switchOption(input, "claimsOnly");
  const citationsOnly = switchOption(input, "citationsOnly");
  if (claimsOnly && citationsOnly) {
    throw new UsageError("options '--claims-only' and '--citations-only' cannot be used together");
  }
  return {
    mode: choiceOption(input, "mode", REDACTION_MODES) ?? "redact",
    claim: !citationsOnly,
    citations: !claimsOnly,
    reason: textOption(input, "reason"),
  };
}

function whatGoes({ claim, citations }: RedactRequest, { citations: { length } }: Claim): string {
  const evidence = `its ${length} citation${length === 1 ? "" : "s"}`;
  if (claim !== true) return `the words of ${evidence}`;
  return citations === true ? `its words and those of ${evidence}` : "its words";
}

/** What a person must know before. */
function consequence({ mode }: RedactRequest, { settings, authority }: MemoryMaster): string {
  if (mode === "erase") {
    return "Erasing cannot be undone. Snapshots, backups and exports made before keep the words.";
  }
  if (authority.mode === "team") return "The originals of a team are not kept: this cannot be undone.";
  return settings.sealer === undefined
    ? "MEMORYMASTER_ENCRYPTION_KEY is not set: the original is not kept, and this cannot be undone."
    : "undo brings them back, as long as MEMORYMASTER_ENCRYPTION_KEY stays the same.";
}

function claimLine({ id, humanId, text }: Claim): string {
  const shown = [...cleanLine(text)];
  const cut = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS).join("")}…` : shown.join("");
  return `claim ${id} (${humanId}): ${cut}`;
}

/** Asks before anything is written; what to do when the answer is no. */
async function refusal(
  { io }: CommandContext,
  master: MemoryMaster,
  asked: { readonly ref: string; readonly request: RedactRequest },
): Promise<Outcome | undefined> {
  const { request, ref } = asked;
  const allowSensitive = master.settings.runtime.allow_sensitive_bypass;
  const claim = await master.memory.claims.get(ref, { allowSensitive });
  const effect = consequence(request, master);
  const does = request.mode === "erase" ? "Erase" : "Redact";
  const question = `${claimLine(claim)}\n${effect}\n${does} ${whatGoes(request, claim)}?`;
  if (await confirm(io, question)) return undefined;
  return {
    data: { claim_id: claim.id, mode: request.mode, effect },
    text: () => `${claimLine(claim)}\n${effect}`,
    failure: { code: "NOT_CONFIRMED", message: "Nothing was changed: --yes confirms it" },
  };
}

const WORDS_REMAIN = "words_remain_in_events:";

/** Copies that were made before are not touched. */
async function copiesNote({ store }: MemoryMaster): Promise<string> {
  const snapshots = (await store.files?.snapshots()) ?? [];
  const here = snapshots.length === 0 ? "" : `${snapshots.length} snapshots (memorymaster snapshots), `;
  return `what was copied before keeps the words: ${here}backups, exports`;
}

const INDEX_WAITS =
  "the index of meanings could not be reached and keeps a vector of these words: qdrant-sync takes it out, until then " +
  "nobody is shown it";

function notesOf({ mode, warnings, vector }: RedactResult, copies: string): readonly string[] {
  const repeated = warnings.flatMap((warning) =>
    warning.startsWith(WORDS_REMAIN) ? warning.slice(WORDS_REMAIN.length).replaceAll(",", ", ") : [],
  );
  return [
    ...repeated.map((ids) => `people have repeated these words in reasons, which stay in the record: event ${ids}`),
    ...(vector === "pending" ? [INDEX_WAITS] : []),
    ...(mode === "erase" ? [copies] : []),
  ];
}

function resultLines(context: CommandContext, result: RedactResult, notes: readonly string[]): readonly string[] {
  const { claim, mode, eventId, sealed } = result;
  if (!result.changed) return [`claim_id=${claim.id} unchanged: its words are gone already`];
  const counts = `claim_rows=${result.claimRows} citation_rows=${result.citationRows} event_details=${result.eventDetails}`;
  const head = `${mode === "erase" ? "erased" : "redacted"} claim_id=${claim.id} status=${claim.status} ${counts}`;
  const undo =
    sealed && eventId !== undefined
      ? `to bring it back: ${sameDatabase(context, `undo ${eventId}`)}`
      : "this cannot be undone";
  return [head, ...notes, undo];
}

export const redactClaim: RunCommand = async (context, input) => {
  const wanted = requestOf(input);
  const master = await context.open("write");
  const actor = textOption(input, "actor") ?? master.authority.principal ?? "cli";
  const asked = { ref: argument(input, 0), request: { ...wanted, actor } };
  const refused = switchOption(input, "yes") ? undefined : await refusal(context, master, asked);
  if (refused !== undefined) return refused;
  if (asked.request.mode === "erase" && context.io.stderr.isTTY) {
    await write(
      context.io.stderr,
      "erasing; the database file is written anew and waits up to 30 seconds for others\n",
    );
  }
  const result = await master.memory.claims.redact(asked.ref, asked.request);
  const again = sameDatabase(context, "integrity --checkpoint");
  const message = `The words are erased, but others kept their traces from being cut out of the files; do so later: ${again}`;
  const lines = resultLines(context, result, notesOf(result, await copiesNote(master)));
  return {
    data: redactionToWire(result),
    text: () => lines.join("\n"),
    ...(result.files === "pending" && { failure: { code: "PARTIAL", message } }),
  };
};
