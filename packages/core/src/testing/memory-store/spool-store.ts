import type { SpoolStore } from "../../ports/spool-store.ts";
import type { Session } from "./session.ts";

export function createSpoolStore(session: Session): SpoolStore {
  return {
    lastLine: async (file) => session.read().spool.get(file) ?? 0,
    lockLastLine: (file) => session.write(({ spool }) => spool.get(file) ?? 0),
    setLastLine: (file, line) => session.write(({ spool }) => void spool.set(file, line)),
    forget: (file) => session.write(({ spool }) => void spool.delete(file)),
  };
}
