import { infoOf, product, Refusal, select, unit } from "./collections.ts";
import type { Filter, StoredCollection, StoredPoint, StrictMode, WireId } from "./collections.ts";

/** Data and habits of one server. */
export interface ServerState {
  readonly collections: Map<string, StoredCollection>;
  readonly aliases: Map<string, string>;
  version: string;
  isReady: boolean;
  /** Says that points are deleted, and keeps them: a fault of servers before March 2026. */
  keepsDeleted: boolean;
}

/** What bodies of requests hold, as far as anything here looks at it. */
interface Body {
  readonly vectors: { readonly size: number };
  readonly metadata?: unknown;
  readonly strict_mode_config?: StrictMode;
  readonly field_name: string;
  readonly field_schema: unknown;
  readonly actions: readonly {
    readonly create_alias?: { readonly alias_name: string; readonly collection_name: string };
    readonly delete_alias?: { readonly alias_name: string };
  }[];
  readonly points: readonly unknown[];
  readonly ids: readonly WireId[];
  readonly filter?: Filter;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly query: readonly number[];
  readonly limit: number;
  readonly offset?: WireId;
  readonly with_payload?: boolean | readonly string[];
}

export interface Call {
  readonly state: ServerState;
  /** What stands for `{…}` in the path. */
  readonly name: string;
  readonly body: Body;
  /** Whether the caller waits for the end of a write. */
  readonly isWaiting: boolean;
}

/** Answers with a text instead of JSON. */
export class PlainText {
  readonly text: string;
  readonly status: number;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

type Route = (call: Call) => unknown;

function collectionOf({ state, name }: Call): StoredCollection {
  const found = state.collections.get(state.aliases.get(name) ?? name);
  if (found === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
  return found;
}

const updated = ({ isWaiting }: Call): unknown => ({
  operation_id: 1,
  status: isWaiting ? "completed" : "acknowledged",
});

function checkSize(vector: readonly number[], { size }: StoredCollection): void {
  if (vector.length === size) return;
  throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${vector.length}`);
}

function told({ id, payload }: StoredPoint, wanted: Body["with_payload"]): object {
  if (wanted === false) return { id };
  const keys = Array.isArray(wanted) ? (wanted as readonly string[]) : Object.keys(payload);
  return { id, payload: Object.fromEntries(keys.filter((key) => key in payload).map((key) => [key, payload[key]])) };
}

function create({ state, name, body }: Call): boolean {
  if (state.collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
  const { vectors, metadata = null, strict_mode_config: strictMode = {} } = body;
  state.collections.set(name, { size: vectors.size, metadata, strictMode, indexes: new Map(), points: new Map() });
  return true;
}

function drop({ state, name }: Call): boolean {
  for (const [alias, target] of state.aliases) if (target === name) state.aliases.delete(alias);
  return state.collections.delete(name);
}

function changeAliases({ state, body }: Call): boolean {
  const after = new Map(state.aliases);
  for (const { create_alias: made, delete_alias: gone } of body.actions) {
    if (gone !== undefined) after.delete(gone.alias_name);
    if (made === undefined) continue;
    const { alias_name: alias, collection_name: target } = made;
    if (!state.collections.has(target)) throw new Refusal(404, `Not found: Collection \`${target}\` doesn't exist!`);
    if (state.collections.has(alias)) throw new Refusal(400, `Wrong input: Collection \`${alias}\` already exists`);
    after.set(alias, target);
  }
  state.aliases.clear();
  for (const [alias, target] of after) state.aliases.set(alias, target);
  return true;
}

const upsert: Route = (call) => {
  const collection = collectionOf(call);
  const points = call.body.points as readonly StoredPoint[];
  for (const { vector } of points) checkSize(vector, collection);
  for (const point of points) collection.points.set(String(point.id), { ...point, vector: unit(point.vector) });
  return updated(call);
};

const setPayload: Route = (call) => {
  const collection = collectionOf(call);
  for (const point of select(collection, call.body.filter, "unindexed_filtering_update")) {
    collection.points.set(String(point.id), { ...point, payload: { ...point.payload, ...call.body.payload } });
  }
  return updated(call);
};

const remove: Route = (call) => {
  const { points } = collectionOf(call);
  for (const id of call.state.keepsDeleted ? [] : call.body.points) points.delete(String(id));
  return updated(call);
};

const query: Route = (call) => {
  const collection = collectionOf(call);
  const { query: asked, filter, limit, with_payload: wanted } = call.body;
  checkSize(asked, collection);
  const scored = select(collection, filter).map((point) => ({ point, score: product(unit(asked), point.vector) }));
  const best = scored.sort((one, other) => other.score - one.score).slice(0, limit);
  return { points: best.map(({ point, score }) => ({ ...told(point, wanted), version: 1, score })) };
};

const scroll: Route = (call) => {
  const { filter, limit, offset = "", with_payload: wanted } = call.body;
  const rest = select(collectionOf(call), filter).filter(({ id }) => String(id) >= String(offset));
  return {
    points: rest.slice(0, limit).map((point) => told(point, wanted)),
    next_page_offset: rest[limit]?.id ?? null,
  };
};

const retrieve: Route = (call) => {
  const { points } = collectionOf(call);
  const found = call.body.ids.flatMap((id) => points.get(String(id)) ?? []);
  return found.map((point) => told(point, call.body.with_payload));
};

const listAliases: Route = ({ state }) => ({
  aliases: [...state.aliases].map(([alias_name, collection_name]) => ({ alias_name, collection_name })),
});

const addIndex: Route = (call) => {
  collectionOf(call).indexes.set(call.body.field_name, call.body.field_schema);
  return updated(call);
};

const ready: Route = ({ state: { isReady } }) =>
  isReady ? new PlainText(200, "all shards are ready") : new PlainText(503, "some shards are not ready");

/** By method and path. Each gives `result` of the answer; `GET /` gives all of it. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "GET /": ({ state: { version } }) => ({ title: "qdrant - vector search engine", version }),
  "GET /readyz": ready,
  "GET /aliases": listAliases,
  "POST /collections/aliases": changeAliases,
  "GET /collections": ({ state }) => ({ collections: [...state.collections.keys()].map((name) => ({ name })) }),
  "GET /collections/{collection_name}": (call) => infoOf(collectionOf(call)),
  "PUT /collections/{collection_name}": create,
  "DELETE /collections/{collection_name}": drop,
  "PUT /collections/{collection_name}/index": addIndex,
  "PUT /collections/{collection_name}/points": upsert,
  "POST /collections/{collection_name}/points": retrieve,
  "POST /collections/{collection_name}/points/payload": setPayload,
  "POST /collections/{collection_name}/points/delete": remove,
  "POST /collections/{collection_name}/points/query": query,
  "POST /collections/{collection_name}/points/scroll": scroll,
  "POST /collections/{collection_name}/points/count": (call) => ({
    count: select(collectionOf(call), call.body.filter).length,
  }),
};
