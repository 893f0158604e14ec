// What a gate could look at when a claim is validated: its words and its tuple, each as a number 0..1. Words in English and
// Spanish. The two that the gate of the product has come from there.
const sentences = (text) => text.match(/[.!?…](?=["')\]`*]*(?:\s|$))/gu)?.length ?? 0;
const matches =
  (pattern) =>
  ({ text }) =>
    Number(pattern.test(text));

const CONCRETE = new RegExp(
  [
    String.raw`(?:^|[\s("'\x60])(?:~?\/|[A-Za-z]:\\)[\w.@-]+`,
    String.raw`\b[\w-]+\.(?:tsx?|[cm]?jsx?|py|go|rs|rb|sh|sql|json|ya?ml|toml|ini|md)\b`,
    String.raw`\b(?:[a-z]+[A-Z]\w+|\w+_\w+)\b`,
    String.raw`\bv\d+(?:\.\d+)+\b`,
    String.raw`\b(?:port|puerto) \d{2,5}\b`,
  ].join("|"),
  "m",
);

/** @param signs - of `EVIDENCE_GATE` */
export const candidateFeatures = (signs) => ({
  ...Object.fromEntries(signs.map(({ name, isOn }) => [name, (claim) => Number(isOn(claim))])),
  "length (600 characters = 1)": ({ text }) => Math.min([...text].length / 600, 1),
  "sentences (4 = 1)": ({ text }) => Math.min(sentences(text) / 4, 1),
  "concrete value": matches(CONCRETE),
  "rule or reason": matches(
    /\b(?:must|never|always|do not|don't|only|requires?|instead|avoid|because|since|due to|root cause|debe|nunca|siempre|s[oó]lo|hay que|porque|debido a|por eso)\b/i,
  ),
  "lesson word": matches(
    /\b(?:gotcha|pattern|decision|decided|constraint|bug|fix(?:ed)?|workaround|convention|rule|decisi[oó]n|regla|error)\b/i,
  ),
  "chatter or first person": matches(
    /\b(?:I|I'll|my|we|our|let me|let's|yo|mi|nosotros|nuestr[oa]|voy a|vamos a|d[eé]jame)\b/,
  ),
  "progress or status": matches(
    /\b(?:todo|wip|in progress|next step|pending|heartbeat|session|shipped|completed|done|merged|status|pendiente|en curso|sesi[oó]n|terminad[oa]|listo|estado)\b/i,
  ),
  "question at the end of a line": matches(/\?\s*$/m),
  "vague word": matches(/\b(?:maybe|perhaps|probably|likely|might|seems?|something|quiz[aá]s?|tal vez|parece|algo)\b/i),
  date: matches(/\b20\d\d-\d\d-\d\d\b/),
});
