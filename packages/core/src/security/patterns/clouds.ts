import { isPlaceholder } from "../is-placeholder.ts";
import { looksRandom } from "../looks-random.ts";
import { TRAITS } from "../secret-pattern.ts";
import type { SecretPattern } from "../secret-pattern.ts";
import { longTokenPattern, tokenPattern } from "../token-pattern.ts";

/** Keys of clouds, hosting and infrastructure. */
export const CLOUD_PATTERNS: readonly SecretPattern[] = [
  tokenPattern("aws_access_key", ["akia", "abia", "acca"], "(?:AKIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9_])"),
  tokenPattern("aws_sts_key", ["asia"], "ASIA[A-Z0-9]{16}(?![A-Za-z0-9_])"),
  {
    finding: "aws_secret_key",
    hints: ["akia", "asia"],
    regex:
      /(?<![A-Za-z0-9_])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9_])[^\n]{0,80}?(?:\n[^\n]{0,60}?)?(?<![A-Za-z0-9/+=_-])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=_-])/dg,
    group: 1,
    judge: ({ value }) => (isDrawnSecret(value) ? "aws_secret_key" : undefined),
  },
  tokenPattern(
    "aws_bedrock_key",
    ["absk", "bedrock-api-key-"],
    "ABSK[A-Za-z0-9+/]{60,}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{40,}",
  ),
  tokenPattern("google_oauth_token", ["ya29."], "ya29\\.[A-Za-z0-9_-]{20,}"),
  tokenPattern("google_refresh_token", ["1//0"], "1//0[A-Za-z0-9_-]{30,}"),
  tokenPattern("google_oauth_secret", ["gocspx-"], "GOCSPX-[A-Za-z0-9_-]{20,}"),
  {
    finding: "azure_storage_key",
    hints: ["accountkey", "storage key", "storage_key", "storage-key", "storagekey", "storage account"],
    regex:
      /(?:AccountKey[ \t]*=|storage[ _-]?(?:account)?[ _-]?key)[^\n]{0,40}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{86}==)/dgi,
    group: 1,
  },
  {
    finding: "azure_client_secret",
    hints: ["q~"],
    regex: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g,
  },
  tokenPattern("alibaba_key", ["ltai"], "LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])"),
  tokenPattern("digitalocean_token", ["dop_v1_", "doo_v1_", "dor_v1_"], "do[opr]_v1_[a-f0-9]{40,}"),
  tokenPattern(
    "cloudflare_key",
    ["v1.0-", "cfut_", "cfat_"],
    "v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}|cf[ua]t_[A-Za-z0-9]{32,}",
  ),
  tokenPattern("heroku_key", ["hrku-"], "HRKU-[A-Za-z0-9_-]{30,}"),
  tokenPattern("flyio_token", ["fo1_", "fm1", "fm2_"], "fo1_[\\w-]{40,}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{60,}={0,3}"),
  tokenPattern("vercel_token", ["vcp_", "vci_", "vca_", "vcr_", "vck_"], "vc[piark]_[A-Za-z0-9]{40,}"),
  tokenPattern("netlify_token", ["nfp_"], "nf[pcoub]_[A-Za-z0-9]{30,}"),
  tokenPattern("supabase_key", ["sbp_", "sb_secret_"], "sbp_[A-Za-z0-9_]{20,}|sb_secret_[A-Za-z0-9_-]{20,}"),
  tokenPattern("planetscale_token", ["pscale_"], "pscale_(?:tkn|oauth|pw)_[\\w=.-]{30,}"),
  tokenPattern("neon_key", ["napi_"], "napi_[a-z0-9]{40,}"),
  tokenPattern("databricks_token", ["dapi"], "dapi[a-f0-9]{32}(?:-\\d)?"),
  tokenPattern("openshift_token", ["sha256~"], "sha256~[\\w-]{40,}"),
  tokenPattern("scalingo_token", ["tk-us-"], "tk-us-[\\w-]{40,}"),
  {
    finding: "vault_token",
    hints: ["hvs.", "hvb.", "hvr.", "s."],
    traits: TRAITS.longToken,
    regex: /(?<![\w.])(?:hv[sbr]\.[\w-]{24,}|s\.[A-Za-z0-9]{24}(?!\w))/g,
    judge: ({ value }) => (!isPlaceholder(value) && /\d/.test(value) && looksRandom(value) ? "vault_token" : undefined),
  },
  tokenPattern("terraform_token", [".atlasv1."], "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{40,}"),
  tokenPattern("pulumi_token", ["pul-"], "pul-[a-f0-9]{40}"),
  longTokenPattern("doppler_token", ["dp."], "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]+\\.)?[A-Za-z0-9]{36,}"),
  longTokenPattern("infisical_token", ["st."], "st\\.[a-f0-9]{24}\\.[a-f0-9]{32}\\.[a-f0-9]{32}"),
  tokenPattern("tailscale_key", ["tskey-"], "tskey-[a-z]+-[A-Za-z0-9]{10,}(?:-[A-Za-z0-9]{10,})?"),
  tokenPattern("onepassword_token", ["ops_eyj"], "ops_eyJ[A-Za-z0-9+/_-]{40,}={0,2}"),
  {
    finding: "onepassword_secret_key",
    hints: ["a3-"],
    regex:
      /(?<![A-Za-z0-9_-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![A-Za-z0-9_-])/g,
  },
  tokenPattern(
    "grafana_token",
    ["glsa_", "glc_"],
    "glsa_[A-Za-z0-9]{24,}(?:_[a-f0-9]{8})?|glc_[A-Za-z0-9+/]{32,}={0,2}",
  ),
  tokenPattern("dynatrace_token", ["dt0c01.", "dt0s0"], "dt0[a-z]\\d{2}\\.[A-Z0-9]{8,}\\.[A-Z0-9]{40,}"),
  tokenPattern("newrelic_key", ["nrak-", "nrii-", "nrjs-", "nral"], "NR(?:AK|II|JS|AL)-[A-Za-z0-9_-]{19,}"),
  tokenPattern("sentry_token", ["sntrys_", "sntryu_"], "sntry[su]_[A-Za-z0-9+/=_-]{40,}"),
];

function isDrawnSecret(value: string): boolean {
  return /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !isPlaceholder(value);
}
