import type { ClaimStatus, IndexFilter, PointPolicy, ScannedPoint, VectorHit, VectorPoint } from "@memorymaster/core";
import { CLAIM_STATUSES, InternalError } from "@memorymaster/core";
import type { Schemas } from "@qdrant/js-client-rest";
import { dig } from "./dig.ts";
import { pointIdOf } from "./point-id.ts";

/** All that is stored with a vector: key, field of the point, and the index that filters by it. */
const PAYLOAD = {
  store_id: { field: "storeId", index: { type: "keyword" } },
  tenant_id: { field: "tenantId", index: { type: "keyword", is_tenant: true } },
  scope: { field: "scope", index: { type: "keyword" } },
  status: { field: "status", index: { type: "keyword" } },
  claim_uid: { field: "claimUid", index: { type: "keyword" } },
  hash: { field: "hash", index: undefined },
  fp: { field: "fp", index: undefined },
} as const satisfies Record<string, { readonly field: keyof VectorPoint; readonly index: unknown }>;

const ROWS = Object.entries(PAYLOAD);
const FIELDS: ReadonlySet<string> = new Set(["vector", ...ROWS.map(([, { field }]) => field)]);

interface PayloadIndex {
  readonly type: "keyword";
  readonly is_tenant?: true;
}

/** Name and form of each payload index. */
export const PAYLOAD_INDEXES: readonly (readonly [key: string, index: PayloadIndex])[] = ROWS.flatMap(
  ([key, { index }]) => (index === undefined ? [] : [[key, index] as const]),
);

/** What a query asks back of each point. */
export const HIT_KEYS: string[] = ["claim_uid", "hash", "fp"];

/**
 * A point as the server takes it.
 *
 * @throws InternalError for a point with any other field: nothing but what `PAYLOAD` names may leave the process
 */
export function wirePoint(point: VectorPoint): Schemas["PointStruct"] {
  const field = Object.keys(point).find((name) => !FIELDS.has(name));
  if (field !== undefined) {
    throw new InternalError("internal.unexpected", "A point holds more than an index may hold", { details: { field } });
  }
  const payload = Object.fromEntries(ROWS.map(([key, { field: name }]) => [key, point[name]]));
  return { id: pointIdOf(point), vector: Array.from(point.vector), payload };
}

export function wireFilter({ storeId, tenantId, scopes, statuses, claimUids }: IndexFilter): Schemas["Filter"] {
  const one = (key: string, value: string | undefined): Schemas["FieldCondition"][] =>
    value === undefined ? [] : [{ key, match: { value } }];
  const any = (key: string, values: readonly string[] | undefined): Schemas["FieldCondition"][] =>
    values === undefined ? [] : [{ key, match: { any: [...values] } }];
  const owner = [...one("store_id", storeId), ...one("tenant_id", tenantId)];
  return { must: [...owner, ...any("scope", scopes), ...any("status", statuses), ...any("claim_uid", claimUids)] };
}

/** Texts of whole numbers are numbers on the wire: an id is a UUID or an unsigned integer of 64 bits. */
export function wireId(pointId: string): string | number {
  if (!/^\d+$/.test(pointId)) return pointId;
  const value = Number(pointId);
  // The client writes a bigint as a number, though its types know none.
  return Number.isSafeInteger(value) ? value : (BigInt(pointId) as unknown as number);
}

export const readHit = (point: unknown): VectorHit => ({
  claimUid: dig(point, "payload", "claim_uid"),
  hash: dig(point, "payload", "hash"),
  fp: dig(point, "payload", "fp"),
  score: dig(point, "score"),
});

/** Id of a record that the server gave; empty for none. */
export const idOf = (record: unknown): string => {
  const id = dig(record, "id");
  return typeof id === "string" || typeof id === "number" || typeof id === "bigint" ? String(id) : "";
};

const FORMS: Readonly<Record<keyof typeof PAYLOAD, RegExp>> = {
  store_id: /./,
  tenant_id: /./,
  scope: /./,
  status: new RegExp(`^(?:${CLAIM_STATUSES.join("|")})$`),
  claim_uid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  hash: /^[0-9a-f]{64}$/,
  fp: /^[0-9a-f]{16}$/,
};

/**
 * A point that was scanned; `undefined` when it is not as `wirePoint` writes it: a key too many or too few, a value of
 * another form, another id than its claim has.
 */
export function readPoint(record: unknown): ScannedPoint | undefined {
  const payload = dig(record, "payload");
  const known = ROWS.flatMap(([key, { field }]) => {
    const value = dig(payload, key);
    return typeof value === "string" && FORMS[key as keyof typeof FORMS].test(value) ? [[field, value] as const] : [];
  });
  if (known.length < ROWS.length || Object.keys(payload as object).length > ROWS.length) return undefined;
  const point = Object.fromEntries(known) as unknown as Omit<ScannedPoint, "pointId">;
  const pointId = pointIdOf(point);
  return pointId === idOf(record) ? { pointId, ...point } : undefined;
}

export interface PolicyGroup {
  readonly scope: string;
  readonly status: ClaimStatus;
  readonly ids: readonly string[];
}

/** Points that get the same scope and status, together. */
export function policyGroups(policies: readonly PointPolicy[]): readonly PolicyGroup[] {
  const groups = new Map<string, PolicyGroup>();
  for (const policy of policies) {
    const { scope, status } = policy;
    const key = `${status} ${scope}`;
    groups.set(key, { scope, status, ids: [...(groups.get(key)?.ids ?? []), pointIdOf(policy)] });
  }
  return [...groups.values()];
}
