import { describe, expect, it } from "vitest";
import { isPlaceholder } from "../../src/security/is-placeholder.ts";
import { drawn } from "./made-up-values.ts";

describe("isPlaceholder", () => {
  it.each([
    "",
    "********",
    "YOUR_KEY_HERE",
    "YOUR_STRIPE_KEY_HERE",
    "your-api-key",
    "<your-token>",
    "REPLACE_ME",
    "REPLACE_WITH_PASSWORD",
    "changeme",
    "sk-XXXXXXXX",
    "password",
    "mypassword",
    "${VAR}",
    "${{ secrets.TOKEN }}",
    "$VAR",
    "$1",
    "%VAR%",
    "{{ x }}",
    "{PASS}",
    "[PASSWORD]",
    "$(cat file)",
    "${USER}-${VAR}",
    "sk-abc...",
    "00000000-0000-0000-0000-000000000000",
    "A".repeat(20),
  ])("takes %j for one", (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  it.each([
    "hunter2",
    "Tr0ub4dor",
    "${VAR}s3cretValue9",
    "YOUR_KEY AKx9Kq77",
    "P@ssw0rd!",
    "Winter$Zzz9",
    drawn(24),
    "password1",
    "$ecret123!",
  ])("takes %j for a value", (value) => {
    expect(isPlaceholder(value)).toBe(false);
  });
});
