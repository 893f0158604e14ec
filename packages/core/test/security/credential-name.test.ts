import { describe, expect, it } from "vitest";
import { credentialKind } from "../../src/security/credential-name.ts";

describe("credentialKind", () => {
  it.each([
    ["password", "password"],
    ["PGPASSWORD", "password"],
    ["db_pass", "password"],
    ["wpa_passphrase", "password"],
    ["token", "token"],
    ["AUTH_TOKEN", "token"],
    ["X-Shopify-Access-Token", "token"],
    ["awsSecretAccessKey", "token"],
    ["openai_api_key_prod", "token"],
    ["some_api_token_123", "token"],
    ["hubspotKey", "key"],
    ["todo_secret_do_not_commit", "mention"],
  ])("says that %s holds a %s", (name, kind) => {
    expect(credentialKind(name)).toBe(kind);
  });

  it.each([
    "key",
    "pass",
    "credentialsId",
    "api_token_url",
    "password_hash",
    "secretName",
    "token_count",
    "public_key",
    "primaryKey",
    "foreign_key",
    "next_page_token",
    "csrf-token",
    "monkey",
    "keyboard",
    "author",
  ])("says that %s holds no secret", (name) => {
    expect(credentialKind(name)).toBeUndefined();
  });

  it("takes the word before a name into account", () => {
    expect([credentialKind("key", "api"), credentialKind("key", "cache"), credentialKind("key", "the")]).toEqual([
      "token",
      undefined,
      undefined,
    ]);
  });
});
