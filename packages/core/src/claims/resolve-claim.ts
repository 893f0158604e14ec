import type { Viewer } from "../access/viewer.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../errors/errors.ts";
import type { ClaimRef } from "../memory-types.ts";
import type { Store } from "../ports/store.ts";
import type { Claim } from "./claim.ts";

const DIGITS = /^\d+$/;
const HUMAN_ID = /^mm-[0-9a-f]{4}(?:[.~]\d+)*$/;
const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A name as an answer may repeat it. A text of another form than names have is not repeated: it may be a pasted secret. */
export function shownRef(ref: ClaimRef): string | undefined {
  const name = String(ref).trim().toLowerCase();
  return [DIGITS, HUMAN_ID, UID].some((form) => form.test(name)) ? name : undefined;
}

function notFound(name: string): NotFoundError {
  return new NotFoundError("claim.not_found", `Claim ${name} does not exist`, { details: { claim: name } });
}

function invalid(): InvalidInputError {
  return new InvalidInputError("input.invalid", "A claim is named by its id, its human id (mm-a3f8) or its uid", {
    details: { field: "claim" },
  });
}

async function byId(store: Pick<Store, "claims">, viewer: Viewer, id: number): Promise<Claim> {
  const [claim] = Number.isSafeInteger(id) && id > 0 ? await store.claims.getMany(viewer, [id], false) : [];
  if (claim === undefined) throw notFound(String(id));
  return claim;
}

async function byName(store: Pick<Store, "claims">, viewer: Viewer, name: string): Promise<Claim> {
  const found = await store.claims.findByName(viewer, name);
  const [claim] = found;
  if (claim === undefined) throw notFound(shownRef(name) ?? "of that name");
  if (found.length === 1) return claim;
  throw new ConflictError("claim.ambiguous", `${name} names ${found.length} claims; give the id or uid`, {
    details: { claim: name, ids: found.map((one) => one.id) },
  });
}

/**
 * The claim that a caller names by local id (number or digits), human id or uid; one it may not see counts as absent.
 *
 * @returns the claim without citations
 * @throws InvalidInputError `input.invalid` for what can name no claim, booleans and NaN among it
 * @throws NotFoundError `claim.not_found`
 * @throws ConflictError `claim.ambiguous` with the ids, when a human id stands for several claims
 */
export async function resolveClaim(store: Pick<Store, "claims">, viewer: Viewer, ref: ClaimRef): Promise<Claim> {
  if (typeof ref === "number" && Number.isInteger(ref) && ref > 0) return byId(store, viewer, ref);
  const name = typeof ref === "string" ? ref.trim().toLowerCase() : "";
  if (name === "") throw invalid();
  return DIGITS.test(name) ? byId(store, viewer, Number(name)) : byName(store, viewer, name);
}
