import { expect, test } from "vitest";

import { cuedStatements } from "../../src/mining/cues.ts";

test.each([
  ["bug", "The root cause was a lock that two workers shared."],
  ["bug", "The error is caused by a missing header."],
  ["decision", "We decided to keep one queue for each shop."],
  ["gotcha", "The workaround is to restart the worker first."],
  ["constraint", "Never call the API twice because it charges each time."],
  ["architecture", "The architecture follows ports and adapters here."],
  ["environment", "Staging is deployed from the main branch only."],
])("a cue makes a sentence a %s", (claimType, text) => {
  expect(cuedStatements(text)).toEqual([{ claimType, text }]);
});

test.each([
  "It builds, and all the tests are green again.",
  "Let me check whether the worker is configured.",
  "Is the cause was found in the log?",
  "```\n# the workaround is to restart\n```",
  "    installed by hand into the image of the worker",
  "The root cause was [REDACTED:password] in the environment.",
])("nothing is taken of %j", (text) => {
  expect(cuedStatements(text)).toEqual([]);
});

test("a statement has its neighbours, but for plans and what lost a secret", () => {
  const [found] = cuedStatements(
    "The queue stalled. **The root cause was a shared lock.** It is held for an hour. Let me look at it.",
  );
  const [alone] = cuedStatements("Key: [REDACTED:token]. The fix was due to a shared lock. Let me look.");

  expect(found?.text).toBe("The queue stalled. The root cause was a shared lock. It is held for an hour.");
  expect(alone?.text).toBe("The fix was due to a shared lock.");
});

test("cues beside each other make one statement, and a statement has at most 500 characters", () => {
  expect(cuedStatements("We chose pnpm for the build. It is installed on CI by now. Fine.")).toHaveLength(1);
  const [long] = cuedStatements(`We decided to ${"write it down ".repeat(60)}at last.`);

  expect([...(long?.text ?? "")].length).toBeLessThanOrEqual(500);
});
