import type { SecretPattern } from "../secret-pattern.ts";
import { ASSIGNMENT_PATTERNS } from "./assignments.ts";
import { CLOUD_PATTERNS } from "./clouds.ts";
import { CODE_HOST_PATTERNS } from "./code-hosts.ts";
import { COMMAND_PATTERNS } from "./commands.ts";
import { HEADER_PATTERNS } from "./headers.ts";
import { MESSAGING_PATTERNS } from "./messaging.ts";
import { MODEL_PROVIDER_PATTERNS } from "./model-providers.ts";
import { NAMED_ENTRY_PATTERNS } from "./named-entries.ts";
import { NUMBER_AND_PHRASE_PATTERNS } from "./numbers-and-phrases.ts";
import { PRIVATE_KEY_PATTERNS } from "./private-keys.ts";
import { PROSE_PATTERNS } from "./prose.ts";
import { SERVICE_PATTERNS } from "./services.ts";
import { URL_PATTERNS } from "./urls.ts";

/** All kinds of secrets. Where two hit the same place, the one that stands first names it. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  ...PRIVATE_KEY_PATTERNS,
  ...MODEL_PROVIDER_PATTERNS,
  ...CLOUD_PATTERNS,
  ...CODE_HOST_PATTERNS,
  ...SERVICE_PATTERNS,
  ...MESSAGING_PATTERNS,
  ...URL_PATTERNS,
  ...HEADER_PATTERNS,
  ...COMMAND_PATTERNS,
  ...NUMBER_AND_PHRASE_PATTERNS,
  ...ASSIGNMENT_PATTERNS,
  ...NAMED_ENTRY_PATTERNS,
  ...PROSE_PATTERNS,
];
