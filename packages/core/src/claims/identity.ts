import { hash } from "node:crypto";

import type { Claim, Visibility } from "./claim.ts";

/** Rows that can be "the same fact": one tenant and scope, and for non-public claims one owner. */
export interface IdentityNamespace {
  readonly tenantId: string | undefined;
  readonly scope: string;
  readonly visibility: Visibility;
  readonly sourceAgent: string;
}

/** Joins the parts of a key; no stored string may hold it. */
export const UNIT_SEPARATOR = "\u001f";

export const sha256Hex = (text: string): string => hash("sha256", text, "hex");

/** Equal for two claims exactly when they share an identity namespace: public claims ignore the owner. */
export function namespaceKey(of: IdentityNamespace): string {
  const owner = of.visibility === "public" ? "" : `${of.visibility}${UNIT_SEPARATOR}${of.sourceAgent}`;
  return [of.tenantId ?? "", of.scope, owner].join(UNIT_SEPARATOR);
}

/** `hash-` and 16 hex digits over the text in lower case, scope and tenant. */
export function contentHash(text: string, scope: string, tenantId: string | undefined): string {
  return `hash-${sha256Hex(`${text.trim().toLowerCase()}|${scope}|${tenantId ?? ""}`).slice(0, 16)}`;
}

/** The hash without the `~n` that a later row of the same content carries. */
export function contentHashBase(hashWithSuffix: string): string {
  return hashWithSuffix.split("~", 1)[0] ?? hashWithSuffix;
}

/** `mm-` and 4 hex digits over the subject, else the text. A collision appends `~2`, `~3`, … */
export function humanIdBase(claim: Pick<Claim, "subject" | "text">): string {
  return `mm-${sha256Hex((claim.subject ?? claim.text).trim()).slice(0, 4)}`;
}

/** The number after the last `~`, 1 when there is none. */
export function suffixOf(identifier: string): number {
  const digits = /~(\d+)$/.exec(identifier)?.[1];
  return digits === undefined ? 1 : Number(digits);
}
