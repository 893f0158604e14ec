import { LINK_TYPE_NAMES } from "@memorymaster/core";

import type { CommandSpec } from "../command.ts";

const SOURCE = { name: "source", about: "the claim that the link starts at" } as const;
const TARGET = { name: "target", about: "the claim that it leads to" } as const;

/** Commands about links between claims and about the record of every change. */
export const TRAIL_COMMANDS: readonly CommandSpec[] = [
  {
    name: "list-events",
    about: "list what was changed, newest first, or check that nobody tampered with the record",
    options: [
      { flags: "--claim-id <claim>", about: "only events of this claim" },
      { flags: "--event-type <type>", about: "only this kind: ingest, transition, pin, …" },
      { flags: "--limit <n>", about: "rows, 1 to 1000 (default: 100)", kind: "count" },
      { flags: "--cursor <cursor>", about: "the next page: next_cursor of the one before" },
      { flags: "--verify", about: "walk the whole hash chain instead; exit code 1 when it is broken" },
    ],
    examples: [
      { does: "of one claim", run: "list-events --claim-id mm-a3f8" },
      { does: "is the record whole?", run: "list-events --verify" },
    ],
    load: async () => (await import("../commands/list-events.ts")).listEvents,
  },
  {
    name: "history",
    about: "tell how one claim came to be what it is, oldest first",
    args: [{ name: "claim", about: "id, human id (mm-a3f8) or uid" }],
    options: [{ flags: "--limit <n>", about: "keep the newest n events (default: 50)", kind: "count" }],
    examples: [{ does: "by id", run: "history 12" }],
    load: async () => (await import("../commands/history.ts")).history,
  },
  {
    name: "link",
    about: "connect two claims",
    args: [SOURCE, TARGET],
    options: [{ flags: "--type <type>", about: "kind of the link (default: relates_to)", choices: LINK_TYPE_NAMES }],
    examples: [{ does: "the first needs the second", run: "link mm-a3f8 mm-ff61 --type depends_on" }],
    load: async () => (await import("../commands/link.ts")).link,
  },
  {
    name: "unlink",
    about: "remove links between two claims",
    args: [SOURCE, TARGET],
    options: [{ flags: "--type <type>", about: "only links of this kind (default: all)", choices: LINK_TYPE_NAMES }],
    examples: [{ does: "whatever connects them", run: "unlink mm-a3f8 mm-ff61" }],
    load: async () => (await import("../commands/unlink.ts")).unlink,
  },
  {
    name: "links",
    about: "list the links of a claim, in both directions",
    args: [{ name: "claim", about: "id, human id (mm-a3f8) or uid" }],
    options: [{ flags: "--type <type>", about: "only links of this kind", choices: LINK_TYPE_NAMES }],
    examples: [{ does: "what it depends on, and what depends on it", run: "links mm-a3f8 --type depends_on" }],
    load: async () => (await import("../commands/links.ts")).links,
  },
];
