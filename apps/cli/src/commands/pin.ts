import { claimToWire } from "@memorymaster/core";

import { argument, switchOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";

export const pin: RunCommand = async (context, input) => {
  const { memory } = await context.open("write");
  const claim = await memory.claims.pin(argument(input, 0), !switchOption(input, "unpin"));
  return {
    data: claimToWire(claim),
    text: () => `claim_id=${claim.id} status=${claim.status} pinned=${claim.pinned ? 1 : 0}`,
  };
};
