import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemSpanish } from "@orama/stemmers/spanish";
import { createBoundedCache, detached } from "./bounded-cache.ts";

const STEMMABLE = /^[a-z]{3,}$/;
/** Pronouns on the end of a Spanish verb (`pásamelo`, `pasarlo`): the stemmer does not know them. */
const CLITIC_PAIR = /^([a-z]{2,}[aeir]|[a-z]*ndo)(?:me|te|se|nos)(?:lo|la|los|las|le|les)$/;
const CLITIC = /^([a-z]{2,}(?:ar|er|ir|ndo))(?:me|te|se|nos|lo|la|los|las|le|les)$/;

const stems = createBoundedCache<readonly string[]>(16_384);

/**
 * The forms under which a folded word is indexed and looked up: the English stem and, where it differs, the Spanish
 * one. Anything but three or more letters `a`–`z` stays as it is.
 */
export function stemAlternatives(word: string): readonly string[] {
  if (!STEMMABLE.test(word)) return [word];
  const known = stems.get(word);
  if (known !== undefined) return known;
  const key = detached(word);
  const found = stemBoth(key);
  stems.set(key, found);
  return found;
}

function stemBoth(word: string): readonly string[] {
  const english = stemEnglish(word);
  const spanish = stemSpanish(withoutClitic(word));
  return english === spanish ? [english] : [english, spanish];
}

function withoutClitic(word: string): string {
  return CLITIC_PAIR.exec(word)?.[1] ?? CLITIC.exec(word)?.[1] ?? word;
}
