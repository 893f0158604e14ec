import type { SpoolStore } from "@memorymaster/core";
import { sql } from "kysely";
import { deleteMeta, readMetaOf, writeMeta } from "../meta/store-meta.ts";
import type { Session } from "../transaction.ts";

export function createSpoolStore(session: Session): SpoolStore {
  return {
    lastLine: async (file) => Number((await readMetaOf(session.db(), `spool:${file}`)) ?? 0),
    // Written before it is read: so the row is locked, and who asks next waits for what this transaction says.
    lockLastLine: async (file) => {
      const entry = sql<{ value: string }>`insert into store_meta (key, value) values (${`spool:${file}`}, '0')
        on conflict (key) do update set value = store_meta.value returning value`;
      const { rows } = await session.write((db) => entry.execute(db));
      return Number(rows[0]?.value);
    },
    setLastLine: (file, line) => session.write((db) => writeMeta(db, `spool:${file}`, String(line))),
    forget: (file) => session.write((db) => deleteMeta(db, `spool:${file}`)),
  };
}
