import type { RunCommand } from "../command.ts";

export const recomputeTiers: RunCommand = async (context) => {
  const { memory } = await context.open("write");
  const { core, working, peripheral } = await memory.claims.recomputeTiers();
  return {
    data: { core, working, peripheral },
    text: () => `core=${core} working=${working} peripheral=${peripheral}`,
  };
};
