import type { RunCommand } from "../command.ts";

const NOTHING = { drained: 0, quarantined: 0, lagSeconds: 0 };

export const drainSpool: RunCommand = async (context) => {
  const { memory } = await context.open("write");
  const { drained, quarantined, lagSeconds } = (await memory.upkeep.drainAccesses()) ?? NOTHING;
  const message = `${quarantined} lines could not be read and are kept in the folder quarantine of the spool`;
  return {
    data: { drained, quarantined, lag_seconds: lagSeconds },
    text: () => `drained=${drained} quarantined=${quarantined} lag_seconds=${lagSeconds}`,
    ...(quarantined > 0 && { failure: { code: "PARTIAL", message } as const }),
  };
};
