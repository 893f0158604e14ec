import { expect, test } from "vitest";
import { summarize } from "../test-summary.mjs";

const PASSED = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

test("a clean run is one line of counts", () => {
  expect(summarize(PASSED, 0)).toEqual({ line: "2 passed, 0 failed", ok: true });
});

test("skipped tests are named and do not fail the run", () => {
  const report = { ...PASSED, numPendingTests: 1, numTodoTests: 2 };

  expect(summarize(report, 0)).toEqual({ line: "2 passed, 0 failed, 3 skipped", ok: true });
});

test("a failed test fails the run", () => {
  const failedFile = { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] };
  const report = { ...PASSED, numFailedTests: 1, testResults: [failedFile] };

  expect(summarize(report, 1)).toEqual({ line: "2 passed, 1 failed", ok: false });
});

test("a file that fails before its first test counts as a failure", () => {
  const report = { ...PASSED, testResults: [{ status: "failed", assertionResults: [] }] };

  expect(summarize(report, 1)).toEqual({ line: "2 passed, 1 failed", ok: false });
});

test("an error outside any test counts as a failure", () => {
  expect(summarize(PASSED, 1)).toEqual({ line: "2 passed, 1 failed", ok: false });
});

test("a run without a test is no pass", () => {
  const report = { ...PASSED, numPassedTests: 0 };

  expect(summarize(report, 0)).toEqual({ line: "0 passed, 0 failed", ok: false });
});

test("a missing report is a failure", () => {
  expect(summarize(undefined, 1)).toEqual({ line: "0 passed, 1 failed", ok: false });
});
