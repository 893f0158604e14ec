import { UNIT_SEPARATOR } from "../claims/identity.ts";
import type { IdentityNamespace } from "../claims/identity.ts";
import type { ClaimStore } from "../ports/claim-store.ts";

/** A claim in need of a human id: the base, and where it must be free. */
interface NamelessClaim {
  readonly base: string;
  readonly namespace: IdentityNamespace;
}

/** Gives free human ids: the base, else the base and `~n`, one above the greatest in use in its tenant and scope. */
export interface HumanIdCounter {
  /** Looks up what the claims need and is not known yet: one read for each scope. */
  load(claims: readonly NamelessClaim[]): Promise<void>;
  /** The next free id; `load` has seen the claim. */
  next(claim: NamelessClaim): string;
  /** Forgets everything: another writer has taken ids. */
  reset(): void;
}

interface Place {
  readonly namespace: IdentityNamespace;
  /** Greatest suffix in use by base; 0 = the base is free. */
  readonly taken: Map<string, number>;
  /** Bases to be looked up. */
  readonly wanted: Set<string>;
}

export function createHumanIdCounter(store: Pick<ClaimStore, "takenHumanIds">): HumanIdCounter {
  const places = new Map<string, Place>();

  function placeOf(namespace: IdentityNamespace): Place {
    const key = `${namespace.tenantId ?? ""}${UNIT_SEPARATOR}${namespace.scope}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const created = { namespace, taken: new Map<string, number>(), wanted: new Set<string>() };
    places.set(key, created);
    return created;
  }

  async function lookUp({ namespace, taken, wanted }: Place): Promise<void> {
    const found = await store.takenHumanIds(namespace, [...wanted]);
    for (const base of wanted) taken.set(base, found.get(base) ?? 0);
    wanted.clear();
  }

  return {
    load: async (claims) => {
      for (const { base, namespace } of claims) {
        const place = placeOf(namespace);
        if (!place.taken.has(base)) place.wanted.add(base);
      }
      for (const place of places.values()) if (place.wanted.size > 0) await lookUp(place);
    },
    next: ({ base, namespace }) => {
      const { taken } = placeOf(namespace);
      const suffix = (taken.get(base) ?? 0) + 1;
      taken.set(base, suffix);
      return suffix === 1 ? base : `${base}~${suffix}`;
    },
    reset: () => {
      places.clear();
    },
  };
}
