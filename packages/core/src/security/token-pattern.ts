import { isPlaceholder } from "./is-placeholder.ts";
import { looksRandom } from "./looks-random.ts";
import { TRAITS } from "./secret-pattern.ts";
import type { SecretPattern } from "./secret-pattern.ts";

/**
 * A token that is known by its beginning, wherever it stands.
 *
 * @param source what follows a character that cannot be part of the token
 */
export function tokenPattern(finding: string, hints: readonly string[], source: string): SecretPattern {
  return { finding, hints, regex: new RegExp(`(?<![A-Za-z0-9_])(?:${source})`, "g") };
}

/** The same for a token whose beginning is too common to look for alone: there must also be a long run with digits. */
export function longTokenPattern(finding: string, hints: readonly string[], source: string): SecretPattern {
  return { ...tokenPattern(finding, hints, source), traits: TRAITS.longToken };
}

/** The same where words begin so too, such as `sk-estimator-pipeline`: they have no digits, and are made of words. */
export function wordyTokenPattern(finding: string, hints: readonly string[], source: string): SecretPattern {
  const judge: SecretPattern["judge"] = ({ value }) =>
    !isPlaceholder(value) && (/\d/.test(value) || looksRandom(value)) ? finding : undefined;
  return { ...tokenPattern(finding, hints, source), judge };
}
