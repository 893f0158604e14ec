/** Lets one caller at a time have something, in the order of asking. */
export interface TurnQueue {
  take(): Promise<void>;
  release(): void;
}

export function createTurnQueue(): TurnQueue {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    take: async () => {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    release: () => {
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      else next();
    },
  };
}
