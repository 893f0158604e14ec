import { createHash } from "node:crypto";
import type { PointRef } from "@memorymaster/core";

/** The product's own; another one would give every point another id. */
const NAMESPACE = "5d0c7b6e-3b1f-4f0a-9c86-2e4f7a91d3b8";

/** UUIDv5 (RFC 9562 §5.5): SHA-1 of namespace and name, cut to 128 bits, with version and variant written over. */
export function uuidV5(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll("-", ""), "hex");
  const bytes = createHash("sha1").update(space).update(name).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The id of a claim's point: the uid alone would be shared by two stores that were one. */
export function pointIdOf({ storeId, tenantId, claimUid }: PointRef): string {
  return uuidV5(NAMESPACE, `${storeId}:${tenantId}:${claimUid}`);
}
