/** Words by which a note shows what it is; the first type with a hit counts. */
const TYPES: readonly (readonly [claimType: string, words: readonly string[]])[] = [
  ["preference", ["don't", "never", "always", "stop", "instead", "prefer", "please"]],
  ["decision", ["decided", "decision", "we'll", "we will", "let's", "going to", "plan is"]],
  ["constraint", ["must", "require", "rule", "constraint", "forbidden", "mandatory", "critical"]],
  ["fact", ["using", "switched to", "migrated", "deployed", "installed", "configured"]],
  ["event", ["bug", "fix", "broke", "crash", "error", "issue", "problem", "wrong"]],
  ["commitment", ["todo", "will do", "next step", "action item", "need to", "should"]],
];

const PATTERNS = TYPES.map(
  ([claimType, words]) =>
    [claimType, new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join("|")})(?![\\p{L}\\p{N}_])`, "iu")] as const,
);

/** The type of claim that a note is; `undefined` when none of the words stands in it. */
export function observedType(text: string): string | undefined {
  const plain = text.replaceAll("’", "'");
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0];
}
