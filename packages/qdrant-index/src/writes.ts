import type { FailedPoint, PointRef, VectorIndex, WriteReport } from "@memorymaster/core";
import { sortPoints } from "@memorymaster/core";
import { badAnswer, requestFailure } from "./failure.ts";
import type { Place } from "./place.ts";
import { pointIdOf } from "./point-id.ts";
import { idOf, policyGroups, wireId, wirePoint } from "./points.ts";
import { sendWrite } from "./transport.ts";
import type { Session } from "./transport.ts";

type Writes = Pick<VectorIndex, "upsert" | "setPolicy" | "delete" | "deletePoints">;

/** About 10 MB as text; servers take 32 MB in one request. */
const NUMBERS_PER_REQUEST = 500_000;

const uidsOf = (refs: readonly PointRef[]): readonly string[] => refs.map(({ claimUid }) => claimUid);

/** Which of these ids have a point. */
async function findIds(
  session: Session,
  collection_name: string,
  pointIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const request = { collection_name, ids: pointIds.map(wireId), with_payload: false, with_vector: false };
  const records = await session.send("retrieve", (api, init) => api.getPoints(request, init));
  if (!Array.isArray(records)) throw badAnswer("retrieve");
  return new Set(records.map(idOf));
}

/**
 * Deletes points and looks whether they are gone: servers are known to keep some that they have not optimised yet.
 *
 * @returns ids of those that are still there
 */
async function erase(
  session: Session,
  collection_name: string,
  pointIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (pointIds.length === 0) return new Set();
  const request = { collection_name, wait: true, points: pointIds.map(wireId) };
  await sendWrite(session, "delete", (api, init) => api.deletePoints(request, init));
  return findIds(session, collection_name, pointIds);
}

function report<Ref extends PointRef>(
  refs: readonly Ref[],
  faultOf: (ref: Ref) => FailedPoint | undefined,
): WriteReport {
  const ok = uidsOf(refs.filter((ref) => faultOf(ref) === undefined));
  return { ok, failed: refs.flatMap((ref) => faultOf(ref) ?? []) };
}

export function writesOf(place: Place): Writes {
  const { transport, name: collection_name } = place;
  return {
    upsert: async (points, options) => {
      const session = transport.begin("write", options);
      const kept = await place.kept(session);
      const { usable, failed } = sortPoints(points, kept);
      const batch = usable.map(wirePoint);
      const size = Math.max(1, Math.floor(NUMBERS_PER_REQUEST / kept.dims));
      for (let from = 0; from < batch.length; from += size) {
        const request = { collection_name, wait: true, points: batch.slice(from, from + size) };
        await sendWrite(session, "upsert", (api, init) => api.upsertPoints(request, init));
      }
      return { ok: uidsOf(usable), failed };
    },
    setPolicy: async (policies, options) => {
      if (policies.length === 0) return { ok: [], failed: [] };
      const session = transport.begin("write", options);
      for (const { ids, ...payload } of policyGroups(policies)) {
        // By filter: ids of points that are not there would fail the request for the others.
        const request = { collection_name, wait: true, payload, filter: { must: [{ has_id: [...ids] }] } };
        await sendWrite(session, "set_policy", (api, init) => api.setPayload(request, init));
      }
      const there = await findIds(session, collection_name, policies.map(pointIdOf));
      return report(policies, ({ claimUid, ...ref }) => {
        const isThere = there.has(pointIdOf({ claimUid, ...ref }));
        return isThere ? undefined : { claimUid, code: "missing", retryable: false };
      });
    },
    delete: async (refs, options) => {
      const session = transport.begin("write", options);
      const left = await erase(session, collection_name, refs.map(pointIdOf));
      return report(refs, (ref) => {
        const isLeft = left.has(pointIdOf(ref));
        return isLeft ? { claimUid: ref.claimUid, code: "not_deleted", retryable: true } : undefined;
      });
    },
    deletePoints: async (pointIds, options) => {
      const session = transport.begin("write", options);
      const left = await erase(session, collection_name, pointIds);
      if (left.size > 0) throw requestFailure("delete", { status: 503 }, false);
    },
  };
}
