import { openMemoryMaster } from "@memorymaster/runtime";
import type { MemoryMaster } from "@memorymaster/runtime";
import type { Owner } from "@memorymaster/test-support";

/** Where the clock of a run stands that asks for it. */
export const STANDING_CLOCK = { MEMORYMASTER_TEST_NOW: "2026-01-02T03:04:05Z" };

/** The operator's memory on a database, or that of an owner. */
export function openDatabase(db: string, owner: Owner = {}): Promise<MemoryMaster> {
  const around = { surface: "test", env: STANDING_CLOCK, cwd: import.meta.dirname, writeLog: () => undefined };
  return openMemoryMaster({ ...owner, ...around, db, create: true });
}
