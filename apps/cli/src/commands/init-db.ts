import type { RunCommand } from "../command.ts";

export const initDb: RunCommand = async (context) => {
  const { database } = await context.open("create");
  const stealth = database.reason === "stealth" || database.reason === "stealth_file";
  return {
    data: { db: database.path, stealth },
    text: () => `initialized db: ${database.path}${stealth ? " (stealth)" : ""}`,
  };
};
