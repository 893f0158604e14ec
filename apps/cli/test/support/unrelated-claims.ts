/** Everyday facts about other things, none of them the same as another. */
export function unrelatedClaims(count: number): string {
  const things = ["invoice", "login", "search", "export", "mail", "report", "cache", "upload", "webhook", "audit"];
  const traits = [
    "is owned by team",
    "was rewritten for release",
    "has a budget of",
    "is tested by suite",
    "retries up to",
  ];
  const lines = Array.from({ length: count }, (_unused, index) => {
    const thing = things[index % things.length] ?? "";
    const trait = traits[Math.floor(index / things.length) % traits.length] ?? "";
    return JSON.stringify({ text: `The ${thing} module number ${index} ${trait} ${index * 7}` });
  });
  return lines.join("\n");
}
