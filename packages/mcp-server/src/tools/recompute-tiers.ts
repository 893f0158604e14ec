import * as z from "zod";

import type { ToolDefinition } from "../tool.ts";
import { defineTool, WRITE_IDEMPOTENT } from "../tool.ts";

export const recomputeTiers: ToolDefinition = defineTool({
  name: "recompute_tiers",
  description: "Sorts claims into tiers by age and use; counts the moved.",
  annotations: WRITE_IDEMPOTENT,
  action: "steward",
  database: "write",
  input: {},
  output: { core: z.number(), working: z.number(), peripheral: z.number() },
  async run({ memory }) {
    const { core, working, peripheral } = await memory.claims.recomputeTiers();
    return {
      result: { core, working, peripheral },
      text: `Moved to core ${core}, working ${working}, peripheral ${peripheral}`,
    };
  },
});
