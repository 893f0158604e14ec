import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizePersistedText } from "../../../src/security/sanitize.ts";

/** How the tokens of a family are written, and in what surroundings they are met (`@` is the token). */
interface Family {
  readonly name: string;
  readonly token: RegExp;
  readonly around: readonly string[];
}

const BARE = ["@", "use @ here", '"@"', "x=@;", "`@`", "(@)"] as const;
const NAMED = [
  "API_TOKEN=@",
  'apiToken: "@"',
  '"client_secret": "@",',
  "export APP_SECRET=@\n",
  "app_token = '@'",
  "--token @ next",
  "<token>@</token>",
  'var fooToken string = "@"',
  'foo_TOKEN ?= "@"',
  "foo_token: |\n  @",
] as const;

const FAMILIES: readonly Family[] = [
  { name: "OpenAI", token: /^sk-proj-[A-Za-z0-9]{40}$/, around: BARE },
  { name: "OpenRouter", token: /^sk-or-v1-[a-f0-9]{64}$/, around: BARE },
  { name: "Anthropic", token: /^sk-ant-api03-[A-Za-z0-9_-]{80}AA$/, around: BARE },
  { name: "Google", token: /^AIza[A-Za-z0-9_-]{34}[a-z]$/, around: BARE },
  { name: "Google OAuth", token: /^ya29\.[A-Za-z0-9_-]{60}$/, around: BARE },
  { name: "AWS", token: /^(?:AKIA|ASIA)[A-Z2-7]{16}$/, around: BARE },
  { name: "AWS Bedrock", token: /^ABSK[A-Za-z0-9+/]{128}=$/, around: BARE },
  { name: "GitHub", token: /^(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36}$/, around: BARE },
  { name: "GitLab", token: /^glpat-[A-Za-z0-9_-]{20}$/, around: BARE },
  { name: "npm", token: /^npm_[A-Za-z0-9]{36}$/, around: BARE },
  { name: "PyPI", token: /^pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{70}$/, around: BARE },
  { name: "Docker", token: /^dckr_pat_[A-Za-z0-9_-]{27}$/, around: BARE },
  { name: "Hugging Face", token: /^(?:hf_|api_org_)[A-Za-z]{34}$/, around: BARE },
  { name: "Replicate", token: /^r8_[A-Za-z0-9]{37}$/, around: BARE },
  { name: "Groq", token: /^gsk_[A-Za-z0-9]{52}$/, around: BARE },
  { name: "xAI", token: /^xai-[A-Za-z0-9]{80}$/, around: BARE },
  { name: "Stripe", token: /^(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{24}$/, around: BARE },
  { name: "Square", token: /^sq0atp-[A-Za-z0-9_-]{22}$/, around: BARE },
  { name: "Shopify", token: /^shpat_[a-f0-9]{32}$/, around: BARE },
  { name: "Slack bot", token: /^xoxb-[0-9]{12}-[0-9]{13}-[A-Za-z0-9]{24}$/, around: BARE },
  { name: "Slack app", token: /^xapp-1-A[A-Z0-9]{10}-[0-9]{13}-[a-f0-9]{64}$/, around: BARE },
  { name: "Telegram", token: /^[1-9][0-9]{9}:AA[A-Za-z0-9_-]{33}$/, around: ["@", "bot@/getUpdates", '"@"'] },
  { name: "DigitalOcean", token: /^dop_v1_[a-f0-9]{64}$/, around: BARE },
  { name: "Grafana", token: /^glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}$/, around: BARE },
  { name: "Vault", token: /^hvs\.[A-Za-z0-9_-]{90}$/, around: BARE },
  { name: "OpenShift", token: /^sha256~[A-Za-z0-9_-]{43}$/, around: BARE },
  { name: "Notion", token: /^ntn_[0-9]{11}[A-Za-z0-9]{35}$/, around: BARE },
  { name: "Linear", token: /^lin_api_[A-Za-z0-9]{40}$/, around: BARE },
  { name: "Figma", token: /^figd_[A-Za-z0-9_-]{40}$/, around: BARE },
  { name: "Postman", token: /^PMAK-[a-f0-9]{24}-[a-f0-9]{34}$/, around: BARE },
  { name: "Facebook", token: /^EAA[MC][A-Za-z0-9]{110}$/, around: ["@", "use @ here", '"@"'] },
  { name: "Supabase", token: /^sbp_[a-f0-9]{40}$/, around: BARE },
  { name: "Databricks", token: /^dapi[a-f0-9]{32}$/, around: BARE },
  { name: "1Password", token: /^A3-[A-Z0-9]{6}-[A-Z0-9]{11}(?:-[A-Z0-9]{5}){3}$/, around: BARE },
  { name: "Tailscale", token: /^tskey-auth-[A-Za-z0-9]{17}-[A-Za-z0-9]{32}$/, around: BARE },
  { name: "letters and digits under a name", token: /^[A-Za-z0-9]{24,40}$/, around: NAMED },
  { name: "hex digits under a name", token: /^[a-f0-9]{32}$/, around: NAMED },
  { name: "base64 under a name", token: /^[A-Za-z0-9+/]{43}=$/, around: NAMED },
  {
    name: "a UUID under a name",
    token: /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
    around: NAMED,
  },
  {
    name: "a password under a name",
    token: /^[a-z]{4}[&%+!][A-Z][a-z0-9]{4}[0-9]{2}$/,
    around: [
      'password: "@"',
      "DB_PASSWORD=@",
      "the admin password is @ for now",
      "la contraseña es @",
      "clave: @",
      "login ana password @",
      "sshpass -p '@' ssh h",
      'wpa_passphrase="@"',
      "curl -u ana:@ https://x.example",
    ],
  },
  {
    name: "a password in an address",
    token: /^[a-z]{3}[A-Z][a-z0-9]{5}[0-9]$/,
    around: ["https://ana:@@host.example/x", "redis://:@@cache:6379"],
  },
  {
    name: "an opaque bearer token",
    token: /^[A-Za-z0-9]{20}[0-9]{2}[A-Za-z0-9]{20}$/,
    around: [
      "Authorization: Bearer @",
      '-H "Authorization: token @"',
      "X-Api-Key: @",
      "wss://x.example/?access_token=@&v=2",
    ],
  },
];

const words = fc.stringMatching(/^(?:[a-z]{2,6} ){0,5}$/);

describe("families of secrets", () => {
  it.each(FAMILIES)("leaves nothing of a token of $name, whatever stands around it", ({ token, around }) => {
    // Drawn evenly: fast-check prefers the ends of an alphabet, and `aaAaaa` is no token.
    const secret = fc.noBias(fc.stringMatching(token));
    const place = fc.tuple(words, fc.constantFrom(...around), words);

    fc.assert(
      fc.property(place, secret, ([before, frame, after], value) => {
        const { text, findings } = sanitizePersistedText(`${before}${frame.replace("@", () => value)} ${after}`);

        expect(findings).not.toEqual([]);
        expect(text).not.toContain(value.slice(-8));
      }),
      { numRuns: 60 },
    );
  });
});
