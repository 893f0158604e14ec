import { UNKNOWN_AGENT } from "../claims/claim.ts";
import type { Claim } from "../claims/claim.ts";
import { contentHashBase } from "../claims/identity.ts";
import type { IdentityMatch } from "../ports/claim-store.ts";
import { foldedValue } from "./identity-index.ts";
import type { IdentityIndex } from "./identity-index.ts";
import type { PreparedClaim } from "./prepared-claim.ts";
import { isCurrent, isLive } from "./validity.ts";

/** The stored claim that an ingest answers with instead of storing a new one. */
export interface StoredAnswer {
  readonly match: IdentityMatch;
  readonly by: "key" | "content" | "near";
  /** Whether it is archived and this ingest brings it back. */
  readonly revive: boolean;
}

const valueDiffers = (given: string | undefined, stored: string | undefined): boolean =>
  given !== undefined && (stored === undefined || foldedValue(given) !== foldedValue(stored));

const timeDiffers = (given: string | undefined, stored: string | undefined): boolean =>
  given !== undefined && given !== stored;

/** Names of the given tuple parts and ends of validity that the stored claim has otherwise; what is left out differs from nothing. */
export function differingParts({ draft, given }: PreparedClaim, stored: Claim): readonly string[] {
  // A start equal to the time of writing is what ingest sets by itself.
  const validFrom = given.validFrom === draft.createdAt ? undefined : given.validFrom;
  const parts: readonly (readonly [name: string, differs: boolean])[] = [
    ["subject", valueDiffers(draft.subject, stored.subject)],
    ["predicate", valueDiffers(draft.predicate, stored.predicate)],
    ["object_value", valueDiffers(draft.objectValue, stored.objectValue)],
    ["valid_from", timeDiffers(validFrom, stored.validFrom)],
    ["valid_until", timeDiffers(given.validUntil, stored.validUntil)],
  ];
  return parts.filter(([, differs]) => differs).map(([name]) => name);
}

const saysSomethingElse = (item: PreparedClaim, stored: Claim): boolean => differingParts(item, stored).length > 0;

function mayRevive(item: PreparedClaim, stored: Claim, now: string): boolean {
  const isOwn = stored.sourceAgent === UNKNOWN_AGENT || stored.sourceAgent === item.draft.sourceAgent;
  return stored.status === "archived" && isCurrent(stored, now) && isOwn;
}

function storedUnderKey(item: PreparedClaim, index: IdentityIndex, now: string): StoredAnswer | undefined {
  const [match] = index.find(item.keys.explicit);
  if (match === undefined) return undefined;
  const storedHash = match.claim.contentHash;
  const sameContent = storedHash !== undefined && contentHashBase(storedHash) === item.own.contentHash;
  return { match, by: "key", revive: sameContent && mayRevive(item, match.claim, now) };
}

/**
 * The stored claim that is the same as a new one: by its explicit key in any state, else by content, else by
 * near-duplicate text among live and current claims, else an archived one. A superseded or outdated fact blocks nothing,
 * nor does one with another tuple or validity.
 */
export function findStored(item: PreparedClaim, index: IdentityIndex, now: string): StoredAnswer | undefined {
  const underKey = storedUnderKey(item, index, now);
  if (underKey !== undefined) return underKey;
  const sameContent = index.find(item.keys.content).filter(({ claim }) => !saysSomethingElse(item, claim));
  const live = sameContent.find(({ claim }) => isLive(claim) && isCurrent(claim, now));
  if (live !== undefined) return { match: live, by: "content", revive: false };
  const near = index
    .find(item.keys.near)
    .find(({ claim }) => isLive(claim) && isCurrent(claim, now) && !saysSomethingElse(item, claim));
  if (near !== undefined) return { match: near, by: "near", revive: false };
  const archived = sameContent.filter(({ claim }) => claim.status === "archived" && isCurrent(claim, now));
  const own = archived.find(({ claim }) => mayRevive(item, claim, now));
  const match = own ?? archived[0];
  return match === undefined ? undefined : { match, by: "content", revive: own !== undefined };
}
