import { SensitiveContentError, StoreError } from "@memorymaster/core";
import { expect, test } from "vitest";

import { describeError } from "../../src/output/describe-error.ts";
import { failureJson, failureOf, outcomeJson } from "../../src/output/envelope.ts";

const text = (): string => "";

test("a success holds data and meta, the time rounded to two decimals", () => {
  expect(outcomeJson({ data: [1], meta: { total: 7 }, text }, 3.14159)).toBe(
    '{"ok":true,"data":[1],"meta":{"query_ms":3.14,"total":7}}\n',
  );
});

test("a partial failure holds message, code and the data all the same", () => {
  const failure = { code: "PARTIAL", message: "1 of 2 rows were rejected" } as const;

  expect(outcomeJson({ data: { total: 2 }, text, failure }, 0)).toBe(
    '{"ok":false,"error":"1 of 2 rows were rejected","code":"PARTIAL","data":{"total":2},"meta":{"query_ms":0}}\n',
  );
});

test("no control character leaves unescaped, and the value is unchanged", () => {
  const data = "a\u0000\u001b[31m\u007f\u009b31m\nñ";

  const printed = outcomeJson({ data, text }, 0);

  expect(printed.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(printed)).toMatchObject({ data });
});

test("an error gives message, code, field and the names of findings, and nothing else of its details", () => {
  const error = new SensitiveContentError("sensitive.content", "text holds a secret", {
    details: { field: "text", findings: ["github_token"], path: "/home/ana" },
  });

  expect(failureJson(failureOf(error, "text holds a secret"))).toBe(
    '{"ok":false,"error":"text holds a secret","code":"SENSITIVE_INPUT","field":"text","findings":["github_token"]}\n',
  );
  expect(describeError(error)).toBe("text holds a secret (github_token)");
});

test("an error that has one way out names it, once", () => {
  const missing = new StoreError("store.missing", "There is no database at /srv/a\nb.db");
  const told = new StoreError("store.missing", "Nothing here; create it with: memorymaster init-db");

  expect([missing, told].map(describeError)).toEqual([
    "There is no database at /srv/a b.db; create it with: memorymaster init-db",
    "Nothing here; create it with: memorymaster init-db",
  ]);
});
