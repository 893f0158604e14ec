import { sha256Hex } from "@memorymaster/core";
import type { FlavorName } from "../flavor.ts";

/** Marks a database that has nothing to do for a version; it is recorded as applied all the same. */
export const NOT_APPLICABLE = "not_applicable";

/** One step of the schema. Once released it never changes: its checksum is stored beside what it built. */
export interface Migration {
  /** From 23 on, without gaps: the Python product, whose files are imported instead, used 1 to 22. */
  readonly version: number;
  readonly description: string;
  /** SQL statements in order, for each database. */
  readonly up: Readonly<Record<FlavorName, readonly string[] | typeof NOT_APPLICABLE>>;
}

export const FIRST_VERSION = 23;

/** The statements that a database of this kind runs for it. */
export function statementsOf(migration: Migration, flavor: FlavorName): readonly string[] {
  const up = migration.up[flavor];
  return up === NOT_APPLICABLE ? [] : up;
}

/** sha256 of the SQL with LF line ends, so that a checkout with other line ends is the same migration. */
export function checksumOf(migration: Migration, flavor: FlavorName): string {
  const up = migration.up[flavor];
  const text = up === NOT_APPLICABLE ? up : up.join(";\n");
  return sha256Hex(text.replaceAll("\r\n", "\n"));
}
