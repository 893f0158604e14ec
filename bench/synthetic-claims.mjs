/** Small seeded generator (mulberry32), so that every run measures the same claims. */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const CONSONANTS = "bcdfghjklmnprstvz";
const VOWELS = "aeiou";

function word(index) {
  let rest = index + 17;
  let text = "";
  while (rest > 0 || text.length < 4) {
    text += CONSONANTS[rest % CONSONANTS.length];
    rest = Math.floor(rest / CONSONANTS.length);
    text += VOWELS[rest % VOWELS.length];
    rest = Math.floor(rest / VOWELS.length);
  }
  return text;
}

const VOCABULARY = Array.from({ length: 20_000 }, (_, index) => word(index));

/** A word by Zipf's law: rank r about as often as 1/r. */
function zipfWord(random) {
  const rank = Math.floor(Math.exp(random() * Math.log(VOCABULARY.length))) - 1;
  return VOCABULARY[rank];
}

/** Claims without end, of 10 to 24 words, one in four with an identifier, each with one file citation. */
export function* endlessClaims(seed = 1) {
  const random = seededRandom(seed);
  for (let index = 0; ; index += 1) {
    const words = Array.from({ length: 10 + Math.floor(random() * 15) }, () => zipfWord(random));
    if (random() < 0.25) words.splice(3, 0, `src/${zipfWord(random)}/${zipfWord(random)}.ts`);
    yield {
      text: words.join(" "),
      claimType: "fact",
      scope: "project:bench",
      sourceAgent: "bench",
      citations: [
        {
          source: `docs/note-${index % 500}.md`,
          locator: `L${1 + (index % 300)}`,
          excerpt: words.slice(0, 8).join(" "),
        },
      ],
    };
  }
}

/** The next `count` of them. */
export function take(claims, count) {
  return Array.from({ length: count }, () => claims.next().value);
}

export const syntheticClaims = (count, seed = 1) => take(endlessClaims(seed), count);

/** Questions of four words taken from the claims. */
export function syntheticQueries(claims, count, seed = 2) {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const words = claims[Math.floor(random() * claims.length)].text.split(" ");
    return Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)]).join(" ");
  });
}
