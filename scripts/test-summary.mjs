const NOTHING = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

/**
 * One line of counts from vitest's JSON report, and whether the run may count as passed.
 *
 * A file that fails before its first test, an error outside any test, and a missing report each count as one failure:
 * none of them shows in the counts of tests. A run without a test is no pass.
 */
export function summarize(report, exitCode) {
  const counts = { ...NOTHING, ...report };
  const brokenFiles = counts.testResults.filter((file) => file.status === "failed" && !hasFailedTest(file)).length;
  const seen = counts.numFailedTests + brokenFiles;
  const failed = exitCode !== 0 && seen === 0 ? 1 : seen;
  const skipped = counts.numPendingTests + counts.numTodoTests;
  const line = `${counts.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, ok: exitCode === 0 && failed === 0 && counts.numPassedTests > 0 };
}

function hasFailedTest(file) {
  return file.assertionResults.some((result) => result.status === "failed");
}

/** What one suite shows of a backend: `store Postgres`, `migrations SQLite`. */
const SUITE = /^(store|migrations|native errors) (.+)$/;
/** A requirement's test begins with its id: `claims.insert.read_back: …`. */
const REQUIREMENT = /^[a-z_]+(?:\.[a-z_]+)+: /;

function suiteOf({ ancestorTitles, title, status }) {
  return status === "passed" && REQUIREMENT.test(title) ? SUITE.exec(ancestorTitles[0]) : null;
}

/**
 * How many requirements of the conformance suite ran on each backend, a line for each part of the suite, and whether the
 * numbers of a part are equal. A run without the suite has no line.
 */
export function countRequirements(report) {
  const parts = new Map();
  for (const result of (report ?? NOTHING).testResults.flatMap((file) => file.assertionResults)) {
    const [, part, backend] = suiteOf(result) ?? [];
    if (part === undefined) continue;
    const backends = parts.get(part) ?? new Map();
    parts.set(part, backends.set(backend, (backends.get(backend) ?? 0) + 1));
  }
  const lines = [...parts].map(([part, backends]) => {
    const counts = [...backends].sort().map(([backend, count]) => `${backend} ${count}`);
    return `requirements of ${part}: ${counts.join(", ")}`;
  });
  return { lines, equal: [...parts.values()].every((backends) => new Set(backends.values()).size === 1) };
}
