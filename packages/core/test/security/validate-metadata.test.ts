import { describe, expect, it } from "vitest";
import { SensitiveContentError } from "../../src/errors/errors.ts";
import { validatePersistedMetadata } from "../../src/security/validate-metadata.ts";
import { base64, githubToken } from "./made-up-values.ts";

function refusedField(fields: Readonly<Record<string, string | undefined>>): unknown {
  try {
    validatePersistedMetadata(fields);
  } catch (error) {
    return error instanceof SensitiveContentError ? [error.code, error.details] : error;
  }
  return undefined;
}

describe("validatePersistedMetadata", () => {
  it("accepts identifiers and absent fields", () => {
    expect(refusedField({ scope: "project:my-app", holder: undefined, source: "docs/ops.md" })).toBeUndefined();
  });

  it.each([githubToken(), base64(`token ${githubToken()}`)])("refuses a secret, plain or encoded", (value) => {
    expect(refusedField({ scope: "project:a", holder: value })).toEqual([
      "sensitive.metadata",
      { field: "holder", findings: ["github_token"] },
    ]);
  });
});
