import type { CommandSpec } from "../command.ts";

/** Commands about the database and the program itself. */
export const DATABASE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "init-db",
    about: "create the database, or bring it up to date",
    details:
      "Safe to repeat. Prints which database was used; memorymaster where says why that one. On Postgres the role of the " +
      "connection becomes the operator; --team-role gives another login role the rights that a team's surfaces need.",
    options: [{ flags: "--team-role <role>", about: "Postgres: let this login role serve teams" }],
    examples: [
      { does: "the database of this project, shared by its folders", run: "init-db --db memorymaster.db" },
      { does: "a private one that only this folder uses", run: "init-db --stealth" },
      { does: "one for a team", run: "init-db --db postgresql://owner@host/memory --team-role mm_team" },
    ],
    load: async () => (await import("../commands/init-db.ts")).initDb,
  },
  {
    name: "where",
    about: "say which database, workspace and scopes are used here, and why",
    details: "Opens nothing for writing, and succeeds without a database too.",
    examples: [
      { does: "what a command in this folder would use", run: "where" },
      { does: "the same for another project", run: "where --workspace ../shop" },
    ],
    load: async () => (await import("../commands/where.ts")).where,
  },
  {
    name: "stats",
    about: "count claims, citations, links and events",
    options: [{ flags: "--scope <scope>", about: "only this scope (default: all)" }],
    examples: [
      { does: "the whole database", run: "stats" },
      { does: "one project", run: "stats --scope project:shop" },
    ],
    load: async () => (await import("../commands/stats.ts")).stats,
  },
  {
    name: "config",
    about: "show settings and where each value comes from",
    details: "An option outranks the environment, that the configuration file, that the default. Secrets show as ***.",
    args: [
      { name: "action", about: "what to do", choices: ["show"] },
      { name: "key", about: "one setting only", optional: true },
    ],
    examples: [
      { does: "every setting", run: "config show" },
      { does: "one of them", run: "config show relevance_floor_ratio" },
    ],
    load: async () => (await import("../commands/config.ts")).config,
  },
  {
    name: "completion",
    about: "print a completion script for a shell",
    args: [{ name: "shell", about: "whose script", choices: ["bash", "zsh", "fish"] }],
    document: true,
    examples: [
      { does: "bash, in ~/.bashrc", run: "completion bash >> ~/.bashrc" },
      { does: "zsh, into a folder of $fpath", run: "completion zsh > ~/.zfunc/_memorymaster" },
      { does: "fish", run: "completion fish > ~/.config/fish/completions/memorymaster.fish" },
    ],
    load: async () => (await import("../commands/completion.ts")).completion,
  },
];
