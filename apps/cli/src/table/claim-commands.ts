import { CLAIM_STATUSES, VISIBILITIES, VOLATILITIES } from "@memorymaster/core";

import type { CommandSpec } from "../command.ts";

const CLAIM_ARGUMENT = { name: "claim", about: "id, human id (mm-a3f8) or uid" } as const;
const ALLOW_SENSITIVE = {
  flags: "--allow-sensitive",
  about: "sensitive claims too; the operator must have allowed it",
} as const;

/** Commands that write, read and follow single claims. */
export const CLAIM_COMMANDS: readonly CommandSpec[] = [
  {
    name: "ingest",
    about: "store a claim with its evidence, or many from a file",
    details:
      "A claim that holds a secret is refused. A source is source|locator|excerpt; a file with a line locator, " +
      "named from the root of the repository, can be checked later. --input reads one JSON object per line; bad lines are reported, the rest is stored.",
    options: [
      { flags: "--text <text>", about: "the claim; - reads it from stdin" },
      { flags: "--input <file>", about: "JSON lines instead of --text; - reads stdin" },
      { flags: "--source <source>", about: "evidence, may be repeated", kind: "repeat" },
      { flags: "--claim-type <type>", about: "fact, decision, constraint, …" },
      { flags: "--subject <text>", about: "what the claim is about" },
      { flags: "--predicate <text>", about: "which of its properties" },
      { flags: "--object <text>", about: "the value" },
      { flags: "--scope <scope>", about: "project, user, global or project:<name> (default: project)" },
      { flags: "--volatility <level>", about: "how soon it may change (default: medium)", choices: VOLATILITIES },
      { flags: "--confidence <0..1>", about: "how sure the source is (default: 0.5)", kind: "number" },
      { flags: "--event-time <time>", about: "when it happened (ISO 8601)" },
      { flags: "--valid-from <time>", about: "from when it holds" },
      { flags: "--valid-until <time>", about: "until when it holds, exclusive" },
      { flags: "--supersedes <claim>", about: "the claim that this one corrects; files a proposal" },
      { flags: "--idempotency-key <key>", about: "the same key again returns the first claim" },
      { flags: "--source-agent <name>", about: "who says so (default: cli)" },
      { flags: "--holder <name>", about: "whose belief it is" },
      { flags: "--visibility <level>", about: "who may read it (default: public)", choices: VISIBILITIES },
      { flags: "--redact", about: "store the text without the secret instead of refusing it" },
      { flags: "--verbose", about: "with --input: list the stored rows too" },
    ],
    examples: [
      {
        does: "a fact with evidence that can be checked",
        run: 'ingest --text "The staging API listens on port 7443" --source "docs/ops.md|L12|listens on 7443"',
      },
      { does: "a correction of an earlier claim", run: 'ingest --text "CI runs Node 22" --supersedes mm-a3f8' },
      { does: "many at once", run: "ingest --input facts.jsonl" },
    ],
    load: async () => (await import("../commands/ingest.ts")).ingest,
  },
  {
    name: "show",
    about: "show one claim with citations, links and history",
    args: [CLAIM_ARGUMENT],
    options: [{ flags: "--limit <n>", about: "events of its history (default: 50)", kind: "count" }, ALLOW_SENSITIVE],
    examples: [{ does: "by human id", run: "show mm-a3f8" }],
    load: async () => (await import("../commands/show.ts")).show,
  },
  {
    name: "list-claims",
    about: "list claims page by page",
    details: "Without --scope, --all-scopes or --ids: the scopes that a query covers.",
    options: [
      { flags: "--status <status>", about: "only this state", choices: CLAIM_STATUSES },
      { flags: "--limit <n>", about: "rows, 1 to 1000 (default: 50)", kind: "count" },
      { flags: "--include-archived", about: "archived claims too" },
      { flags: "--scope <a,b>", about: "only these scopes", kind: "list" },
      { flags: "--all-scopes", about: "every scope" },
      { flags: "--ids <1,2>", about: "only these ids", kind: "list" },
      { flags: "--cursor <cursor>", about: "the next page: next_cursor of the one before" },
      ALLOW_SENSITIVE,
    ],
    examples: [
      { does: "what nobody has confirmed yet", run: "list-claims --status candidate" },
      { does: "everything", run: "list-claims --all-scopes --include-archived" },
    ],
    load: async () => (await import("../commands/list-claims.ts")).listClaims,
  },
  {
    name: "pin",
    about: "keep a claim in view of every query in its scope",
    args: [CLAIM_ARGUMENT],
    options: [{ flags: "--unpin", about: "take the pin off again" }],
    examples: [
      { does: "pin", run: "pin mm-a3f8" },
      { does: "and unpin", run: "pin mm-a3f8 --unpin" },
    ],
    load: async () => (await import("../commands/pin.ts")).pin,
  },
];
