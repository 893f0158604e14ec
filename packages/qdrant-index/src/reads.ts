import type { IndexInfo, VectorIndex } from "@memorymaster/core";
import { checkIndexFilter, checkScanPage, checkVectorQuery, ProviderError } from "@memorymaster/core";
import { isTooOld, readCollection, readVersion } from "./collection.ts";
import { dig } from "./dig.ts";
import { badAnswer, reasonOf } from "./failure.ts";
import type { Place } from "./place.ts";
import { HIT_KEYS, idOf, readHit, readPoint, wireFilter, wireId } from "./points.ts";

type Reads = Pick<VectorIndex, "describe" | "query" | "scan" | "count">;

function listOf(operation: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw badAnswer(operation);
  return value;
}

const isRefused = (error: unknown): boolean => error instanceof ProviderError && error.details.status === 400;

const valueOf = <T>(settled: PromiseSettledResult<T>): T | undefined =>
  settled.status === "fulfilled" ? settled.value : undefined;

async function describe({ transport, name }: Place, options: Parameters<Reads["describe"]>[0]): Promise<IndexInfo> {
  const session = transport.begin("read", options);
  const ready = session.send("ready", (api, init) => api.readyz({}, init));
  const asked = await Promise.allSettled([readVersion(session), ready, readCollection(session, name)]);
  const [version, , collection] = asked;
  const errors = asked.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  const hasAnswered = (error: unknown): boolean => error instanceof ProviderError && error.details.status !== undefined;
  const serverVersion = valueOf(version);
  const { points, dims, fp } = valueOf(collection) ?? {};
  const failed = errors.length > 0 ? reasonOf(errors[0]) : undefined;
  const ours = fp === undefined ? "fingerprint_mismatch" : undefined;
  const old = serverVersion !== undefined && isTooOld(serverVersion) ? "index_error" : undefined;
  const reachable = errors.length < asked.length || errors.some(hasAnswered);
  return { name, reachable, reason: old ?? failed ?? ours, points, dims, fp, serverVersion };
}

export function readsOf(place: Place): Reads {
  const { transport, name: collection_name } = place;
  return {
    describe: (options) => describe(place, options),
    query: async (query, options) => {
      const session = transport.begin("read", options);
      checkVectorQuery(query, await place.keptFor(query.fp, session));
      const { vector, filter, limit } = query;
      const what = { with_payload: HIT_KEYS, with_vector: false, filter: wireFilter(filter), limit };
      const request = { collection_name, query: Array.from(vector), ...what };
      try {
        const answer = await session.send("query", (api, init) => api.queryPoints(request, init));
        const hits = listOf("query", dig(answer, "points")).map(readHit);
        // Of another model: the alias was moved, so the next query looks where to.
        if (hits.some(({ fp }) => fp !== query.fp)) place.forget();
        return hits;
      } catch (error) {
        // The alias may have been moved since it was last looked at: then that is the reason.
        if (isRefused(error)) checkVectorQuery(query, await place.kept(session));
        throw error;
      }
    },
    scan: async (page, options) => {
      checkScanPage(page);
      const { cursor, limit } = page;
      const start = cursor === undefined ? {} : { offset: wireId(cursor) };
      // The whole payload: a key too many is what makes a point malformed.
      const what = { with_payload: true, with_vector: false, filter: wireFilter(page.filter), limit, ...start };
      const session = transport.begin("bulk", options);
      const answer = await session.send("scan", (api, init) => api.scrollPoints({ collection_name, ...what }, init));
      const records = listOf("scan", dig(answer, "points"));
      const points = records.flatMap((record) => readPoint(record) ?? []);
      const malformed = records.filter((record) => readPoint(record) === undefined).map(idOf);
      const next = idOf({ id: dig(answer, "next_page_offset") });
      return { points, malformed, next: next === "" ? undefined : next };
    },
    count: async (filter, options) => {
      checkIndexFilter(filter);
      const request = { collection_name, filter: wireFilter(filter), exact: true };
      const session = transport.begin("bulk", options);
      const count = dig(await session.send("count", (api, init) => api.countPoints(request, init)), "count");
      if (typeof count !== "number") throw badAnswer("count");
      return count;
    },
  };
}
