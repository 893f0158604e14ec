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
