import { ForbiddenError, InvalidInputError } from "@memorymaster/core";

import type { RunCommand } from "../command.ts";

export const initDb: RunCommand = async (context, input) => {
  const { database, authority, store } = await context.open("create");
  if (authority.mode === "team") {
    throw new ForbiddenError("access.denied", "A team makes no database and changes no schema: the operator does");
  }
  const role = input.options["teamRole"] as string | undefined;
  if (role !== undefined && store.roles === undefined) {
    throw new InvalidInputError("input.invalid", "--team-role is for Postgres: a SQLite file has no roles", {
      details: { field: "team_role" },
    });
  }
  if (role !== undefined) await store.roles?.grant(role);
  const stealth = database.reason === "stealth" || database.reason === "stealth_file";
  return {
    data: { db: database.path, stealth, team_role: role ?? null },
    text: () =>
      [
        `initialized db: ${database.path}${stealth ? " (stealth)" : ""}`,
        ...(role === undefined ? [] : [`role ${role} may serve teams`]),
      ].join("\n"),
  };
};
