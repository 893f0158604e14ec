import { expect, test } from "vitest";
import { AREAS } from "../src/all-areas.ts";
import { coverageProblems, coverageReport } from "../src/coverage.ts";
import type { Area } from "../src/requirement.ts";
import { MIGRATIONS } from "../src/requirements/migrations.ts";
import { NATIVE_ERRORS } from "../src/requirements/native-errors.ts";

const nothing = async (): Promise<void> => undefined;
const area = (name: string, ids: readonly string[], tested: readonly string[]): Area => ({
  name,
  requirements: Object.fromEntries(ids.map((id) => [id, ["somewhere", "does something"]])),
  tests: Object.fromEntries(tested.map((id) => [id, nothing])),
});

test("a requirement without a test, a test without a requirement and an id in a wrong place are told", () => {
  const areas = [
    area("a", ["a.one", "a.two"], ["a.one", "a.three"]),
    area("b", ["a.one", "b.one"], ["a.one", "b.one"]),
  ];

  expect(coverageProblems(areas, ["b.one", "b.gone"])).toEqual([
    "a.one stands in two areas",
    "b.gone is a known gap, but no requirement",
    "a.two has no test",
    "a.three is no requirement",
    "a.one stands in the area b",
  ]);
});

test("every requirement of the suite has a test", () => {
  expect(coverageProblems(AREAS)).toEqual([]);
});

test("every area has requirements, and each says in one line where it is from and what is so", () => {
  const all = [...AREAS.map(({ requirements }) => requirements), MIGRATIONS, NATIVE_ERRORS];

  expect(all.every((requirements) => Object.keys(requirements).length > 0)).toBe(true);
  for (const [id, requirement] of all.flatMap((requirements) => Object.entries(requirements))) {
    expect([id, ...requirement]).toEqual([
      expect.stringMatching(/^[a-z_]+(\.[a-z_]+)+$/),
      expect.stringMatching(/^(core|storage|steward|style|design) §[\d.]+$/),
      expect.stringMatching(/^[a-z][^\n]{9,}[^.\n]$/),
    ]);
  }
});

test("COVERAGE.md lists every requirement with the file of its test", async () => {
  const parts = [
    ...AREAS.map(({ name, requirements }) => ({ name, requirements, file: `src/areas/${name}.ts` })),
    { name: "migrations", requirements: MIGRATIONS, file: "src/describe-migrations.ts" },
    { name: "native errors", requirements: NATIVE_ERRORS, file: "src/describe-native-errors.ts" },
  ];

  await expect(coverageReport(parts)).toMatchFileSnapshot("../COVERAGE.md");
});
