import type { Area, Requirements } from "./requirement.ts";

/** What is wrong between requirements and tests; empty when each requirement has a test and each test a requirement. */
export function coverageProblems(areas: readonly Area[], knownGaps: readonly string[] = []): readonly string[] {
  const ids = areas.flatMap(({ requirements }) => Object.keys(requirements));
  const known = new Set(ids);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands in two areas`),
    ...knownGaps.filter((id) => !known.has(id)).map((id) => `${id} is a known gap, but no requirement`),
    ...areas.flatMap(({ name, requirements, tests }) => [
      ...Object.keys(requirements).flatMap((id) => [
        ...(Object.hasOwn(tests, id) ? [] : [`${id} has no test`]),
        ...(id.startsWith(`${name}.`) ? [] : [`${id} stands in the area ${name}`]),
      ]),
      ...Object.keys(tests).flatMap((id) => (Object.hasOwn(requirements, id) ? [] : [`${id} is no requirement`])),
    ]),
  ];
}

/** Requirements with the file of their tests. */
export interface CoveredPart {
  readonly name: string;
  readonly requirements: Requirements;
  readonly file: string;
}

function section({ name, requirements, file }: CoveredPart): string {
  const lines = Object.entries(requirements).map(
    ([id, [source, behaviour]]) => `- \`${id}\` → \`${file}\`: ${behaviour} (${source})`,
  );
  return `## ${name}\n\n${lines.join("\n")}\n`;
}

/** Every requirement with the file of its test, as Markdown. */
export function coverageReport(parts: readonly CoveredPart[]): string {
  const total = parts.reduce((sum, { requirements }) => sum + Object.keys(requirements).length, 0);
  const intro = `# Coverage\n\n${total} requirements, each shown by the test of its name.\n`;
  return [intro, ...parts.map(section)].join("\n");
}
