import { expect, test } from "vitest";
import { countRequirements, summarize } from "../test-summary.mjs";

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

const ran = (suite: string, ...ids: readonly string[]) => ({
  status: "passed",
  assertionResults: ids.map((id) => ({ status: "passed", ancestorTitles: [suite], title: `${id}: does it` })),
});

test("requirements are counted for each backend, and compared", () => {
  const here = ran("store SQLite file", "claims.insert", "claims.update");
  const there = ran("store Postgres", "claims.insert");

  expect(countRequirements({ ...PASSED, testResults: [here, there] })).toEqual({
    lines: ["requirements of store: Postgres 1, SQLite file 2"],
    equal: false,
  });
  expect(countRequirements({ ...PASSED, testResults: [there] })).toEqual({
    lines: ["requirements of store: Postgres 1"],
    equal: true,
  });
});

test("other tests are no requirements", () => {
  const other = ran("claims", "claims.insert");
  const plain = {
    ...ran("store Postgres"),
    assertionResults: [{ ancestorTitles: ["store Postgres"], title: "has a test", status: "passed" }],
  };

  expect(countRequirements({ ...PASSED, testResults: [other, plain] })).toEqual({ lines: [], equal: true });
  expect(countRequirements(undefined)).toEqual({ lines: [], equal: true });
});
