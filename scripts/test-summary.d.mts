/** The part of vitest's JSON report that the summary reads. */
export interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
}

/** `undefined` stands for a run that wrote no report. */
export function summarize(report: TestReport | undefined, exitCode: number): { line: string; ok: boolean };

export interface RequirementCounts {
  readonly lines: readonly string[];
  readonly equal: boolean;
}

export declare function countRequirements(report: object | undefined): RequirementCounts;
