import type { Candidate } from "../ports/search-store.ts";
import type { Store } from "../ports/store.ts";
import type { TermGroup } from "../text/analyze.ts";
import { analyze } from "../text/analyze.ts";
import { createBoundedCache } from "../text/bounded-cache.ts";

/** The four searched fields of a claim as its store indexes them. */
export interface ClaimFields {
  /** Text, subject, predicate, object value; an absent one has no groups. */
  readonly fields: readonly (readonly TermGroup[])[];
  /** Terms of all fields, repeated ones counted. */
  readonly length: number;
}

interface AnalyzedClaim extends ClaimFields {
  readonly source: readonly (string | undefined)[];
}

/** Up to twice as many claims are held; a usual one takes 1 KB, the largest that is kept 15 KB. */
const CACHED_CLAIMS = 8_192;
const MAX_CACHED_TERMS = 256;

type FieldCache = ReturnType<typeof createBoundedCache<AnalyzedClaim>>;

const caches = new WeakMap<Store, FieldCache>();

/** Analysed once per content: what was analysed is kept, within bounds, as long as the store object lives. */
export function claimFields(store: Store, claim: Candidate): ClaimFields {
  const cache = cacheOf(store);
  const known = cache.get(claim.uid);
  if (known !== undefined && holds(known, claim)) return known;
  const fields = analyzed(claim);
  if (fields.length <= MAX_CACHED_TERMS) cache.set(claim.uid, fields);
  return fields;
}

function cacheOf(store: Store): FieldCache {
  const known = caches.get(store);
  if (known !== undefined) return known;
  const made = createBoundedCache<AnalyzedClaim>(CACHED_CLAIMS);
  caches.set(store, made);
  return made;
}

/** Compares the content itself: not every change of it raises the version. */
function holds({ source }: AnalyzedClaim, { text, subject, predicate, objectValue }: Candidate): boolean {
  return source[0] === text && source[1] === subject && source[2] === predicate && source[3] === objectValue;
}

function analyzed(claim: Candidate): AnalyzedClaim {
  const source = [claim.text, claim.subject, claim.predicate, claim.objectValue];
  const fields = source.map((text) => (text === undefined ? [] : analyze(text, "index")));
  const length = fields.reduce((sum, groups) => sum + termCount(groups), 0);
  return { source, fields, length };
}

function termCount(groups: readonly TermGroup[]): number {
  return groups.reduce((sum, { terms }) => sum + terms.length, 0);
}
