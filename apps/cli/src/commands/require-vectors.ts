import { ConfigError } from "@memorymaster/core";
import type { MemoryMaster } from "@memorymaster/runtime";

/** Said where there is no model to search by meaning with. */
export const HOW_TO_SET_UP: string =
  "no model for search by meaning is set up: memorymaster models pull downloads one, MEMORYMASTER_EMBED_PROVIDER names " +
  "a service; see doctor";

/** @throws ConfigError `config.missing` before anything is connected to, when there is nothing to search by meaning with */
export function requireVectors({ vectors }: MemoryMaster): void {
  if (vectors.fault !== undefined) throw vectors.fault;
  if (vectors.parts === undefined) throw new ConfigError("config.missing", HOW_TO_SET_UP);
}
