import { createHash } from "node:crypto";

import { sha256Hex, UNIT_SEPARATOR } from "../claims/identity.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { LegacyIdentity, LegacySource, SourceRow } from "./types.ts";

/** What makes a file one of the earlier product. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  claims: ["id", "text", "status", "created_at", "updated_at"],
  citations: ["id", "claim_id", "source", "created_at"],
  events: ["id", "claim_id", "event_type", "created_at"],
};

/** Schema of v4.8, the last release. */
const LAST_VERSION = 22;

/** RFC 9562 namespace of the uids of claims that come from files of the earlier product. */
const NAMESPACE = "6d1f0f5e3a5b4c0e9d6a7f2b8c4e1a90";

function unreadable(reason: string): InvalidInputError {
  return new InvalidInputError("input.invalid", `The file ${reason}`, { details: { field: "file" } });
}

const oldest = (source: LegacySource, table: string): SourceRow | undefined =>
  source.page(table, { after: undefined, limit: 1 })[0];

function originOf(source: LegacySource): string {
  const hash = oldest(source, "events")?.["event_hash"];
  if (typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash)) return hash;
  const claim = oldest(source, "claims");
  return sha256Hex([claim?.["text"], claim?.["created_at"]].map((part) => String(part ?? "")).join(UNIT_SEPARATOR));
}

function versionOf(source: LegacySource): number | undefined {
  if (!source.tables.has("schema_versions")) return undefined;
  const rows = source.page("schema_versions", { after: undefined, limit: 1_000 });
  return rows.length === 0 ? undefined : Math.max(...rows.map((row) => Number(row["version"])));
}

/**
 * Says which store of the earlier product a file is.
 *
 * @throws InvalidInputError `input.invalid` when it is none
 */
export function identifyLegacy(source: LegacySource): LegacyIdentity {
  if (source.tables.get("claims")?.includes("uid") === true) {
    throw unreadable("is a database of this program: take it along with export and import");
  }
  for (const [table, columns] of Object.entries(NEEDED)) {
    const present = source.tables.get(table) ?? [];
    if (columns.every((column) => present.includes(column))) continue;
    throw unreadable(
      `is no MemoryMaster database of the versions 3.3 to 4.8: its table ${table} is missing or another`,
    );
  }
  const version = versionOf(source);
  if (version !== undefined && version > LAST_VERSION) {
    throw unreadable(`has schema version ${version}, newer than that of version 4.8: update memorymaster`);
  }
  return { origin: originOf(source), version };
}

/** UUIDv5 (RFC 9562 §5.5) of a claim of the file: the same on every run and in every store. */
export function legacyUid(origin: string, claimId: number): string {
  const name = `legacy:${origin}:${claimId}`;
  const bytes = createHash("sha1").update(NAMESPACE, "hex").update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
