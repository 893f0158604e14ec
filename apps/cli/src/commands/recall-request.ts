import { InvalidInputError, RETRIEVAL_MODES, RETRIEVAL_PROFILES } from "@memorymaster/core";
import type { RecallRequest } from "@memorymaster/core";

import type { CommandInput } from "../command.ts";
import { argument, choiceOption, listOption, numberOption, switchOption, textOption } from "../command-input.ts";

const unless = (excluded: boolean): false | undefined => (excluded ? false : undefined);

/** @throws InvalidInputError `input.invalid` under the name that the caller knows */
export function questionOf(input: CommandInput): string {
  const text = argument(input, 0);
  if (text.trim() !== "") return text;
  throw new InvalidInputError("input.invalid", "The text to look for is empty", { details: { field: "text" } });
}

/** The request that the options common to `query` and `context` stand for. */
export function recallRequest(input: CommandInput, limit: number): RecallRequest {
  return {
    queryText: questionOf(input),
    limit: numberOption(input, "limit") ?? limit,
    trust: switchOption(input, "trusted") ? "confirmed" : "all",
    retrievalMode: choiceOption(input, "retrievalMode", RETRIEVAL_MODES),
    retrievalProfile: choiceOption(input, "profile", RETRIEVAL_PROFILES),
    includeCandidates: unless(switchOption(input, "excludeCandidates")),
    includeStale: unless(switchOption(input, "excludeStale")),
    includeConflicted: unless(switchOption(input, "excludeConflicted")),
    allowSensitive: switchOption(input, "allowSensitive"),
    scopes: listOption(input, "scopeAllowlist"),
    asOf: textOption(input, "asOf"),
  };
}
