import * as z from "zod";

import type { ToolDefinition } from "../tool.ts";
import { defineTool, WRITE_IDEMPOTENT } from "../tool.ts";

export const initDb: ToolDefinition = defineTool({
  name: "init_db",
  description: "Creates the memory database or brings it up to date. Safe to repeat.",
  annotations: WRITE_IDEMPOTENT,
  action: "configure",
  database: "create",
  input: {},
  output: { db: z.string() },
  run: ({ givenDatabase }) => ({ result: { db: givenDatabase }, text: "The database is ready." }),
});
