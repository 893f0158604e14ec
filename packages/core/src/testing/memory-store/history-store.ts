import type { HistoryLine, HistoryStore } from "../../ports/history-store.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

const linesOf = ({ history }: Tables, claimUid: string): readonly HistoryLine[] =>
  [...history.values()].filter((line) => line.claimUid === claimUid);

const inOrder = (a: HistoryLine, b: HistoryLine): number =>
  a.originId - b.originId || (a.eventHash < b.eventHash ? -1 : 1);

export function createHistoryStore(session: Session): HistoryStore {
  return {
    of: async (claimUid, limit) => {
      const lines = linesOf(session.read(), claimUid).toSorted(inOrder);
      return lines.slice(Math.max(0, lines.length - limit));
    },
    known: async (eventHashes) => {
      const { events, history } = session.read();
      const own = new Set([...events.values()].map(({ eventHash }) => eventHash));
      return new Set(eventHashes.filter((hash) => own.has(hash) || history.has(hash)));
    },
    erase: (claimUid) =>
      session.write((tables) => {
        const worded = linesOf(tables, claimUid).filter(({ line }) => line !== undefined);
        for (const line of worded) tables.history.set(line.eventHash, { ...line, line: undefined });
        return worded.length;
      }),
  };
}
