import { isPlaceholder } from "../is-placeholder.ts";
import { TRAITS } from "../secret-pattern.ts";
import type { SecretPattern } from "../secret-pattern.ts";
import { longTokenPattern, tokenPattern, wordyTokenPattern } from "../token-pattern.ts";

/** Keys of other services: payment, mail, shops, design, planning, data. */
export const SERVICE_PATTERNS: readonly SecretPattern[] = [
  tokenPattern(
    "stripe_key",
    ["sk_", "rk_", "pk_", "whsec_"],
    "[srp]k_(?:live|test|prod)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}",
  ),
  tokenPattern("square_token", ["sq0", "eaaa"], "sq0[a-z]{3}-[\\w-]{20,}|EAAA[\\w-]{40,}"),
  tokenPattern("facebook_token", ["eaa"], "EAA[A-Za-z0-9]{50,}"),
  {
    finding: "facebook_app_token",
    hints: ["|", "%"],
    traits: TRAITS.digits,
    regex: /(?<!\d)\d{15,16}(?:\||%7[cC]|%)[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/g,
  },
  tokenPattern(
    "shopify_token",
    ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"],
    "shp(?:at|ca|pa|ss|tka)_[a-fA-F0-9]{32}",
  ),
  tokenPattern(
    "braintree_token",
    ["access_token$"],
    "access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[a-f0-9]{32}",
  ),
  tokenPattern("shippo_token", ["shippo_"], "shippo_(?:live|test)_[a-fA-F0-9]{40}"),
  tokenPattern("easypost_token", ["ezak", "eztk"], "EZ[AT]K[A-Za-z0-9]{50,}"),
  tokenPattern("duffel_token", ["duffel_"], "duffel_(?:test|live)_[\\w=-]{40,}"),
  tokenPattern("flutterwave_key", ["flwseck"], "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?"),
  longTokenPattern("gocardless_token", ["live_", "sandbox_"], "(?:live|sandbox)_[A-Za-z0-9_=-]{40}(?![\\w=-])"),
  longTokenPattern("lob_key", ["live_", "test_"], "(?:live|test)_(?:pub_)?[a-f0-9]{31,35}(?![a-f0-9])"),
  tokenPattern(
    "plaid_token",
    ["access-"],
    "access-(?:sandbox|development|production)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}",
  ),
  tokenPattern("adobe_secret", ["p8e-"], "p8e-[A-Za-z0-9]{32}"),
  wordyTokenPattern("sendgrid_key", ["sg."], "SG\\.[A-Za-z0-9_.-]{20,}"),
  tokenPattern("sendinblue_key", ["xkeysib-", "xsmtpsib-"], "x(?:key|smtp)sib-[a-f0-9]{40,}-[A-Za-z0-9]{16}"),
  tokenPattern("mailgun_key", ["key-"], "key-[a-f0-9]{32}(?![A-Za-z0-9])"),
  {
    finding: "mailchimp_key",
    hints: ["-us"],
    regex: /(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
  },
  longTokenPattern("resend_key", ["re_"], "re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{20,}"),
  {
    finding: "twilio_sid",
    hints: ["ac", "sk"],
    traits: TRAITS.longToken,
    regex: /(?<![A-Za-z0-9_+/-])(?:AC|SK)[a-f0-9]{32}(?![A-Za-z0-9_])/g,
  },
  tokenPattern("figma_token", ["figd_", "figu_"], "fig[duo][hr]?_[A-Za-z0-9_-]{30,}"),
  tokenPattern("linear_key", ["lin_api_", "lin_oauth_"], "lin_(?:api|oauth)_[A-Za-z0-9]{30,}"),
  tokenPattern("notion_token", ["ntn_", "secret_"], "ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
  longTokenPattern("airtable_token", ["pat"], "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}"),
  longTokenPattern("asana_token", ["1/", "2/"], "[12]/\\d{15,17}(?:/\\d{15,17})?:[a-f0-9]{32}"),
  tokenPattern("postman_key", ["pmak-", "pmat-"], "PMA[KT]-[A-Za-z0-9]{20,}(?:-[a-f0-9]{30,})?"),
  longTokenPattern("dropbox_token", ["sl."], "sl\\.(?:u\\.)?[A-Za-z0-9_=-]{100,}"),
  tokenPattern("typeform_token", ["tfp_"], "tfp_[A-Za-z0-9_.=-]{40,}"),
  tokenPattern("readme_token", ["rdme_"], "rdme_[a-z0-9]{60,}"),
  tokenPattern("frameio_token", ["fio-u-"], "fio-u-[A-Za-z0-9_=-]{50,}"),
  tokenPattern("contentful_token", ["cfpat-"], "CFPAT-[A-Za-z0-9_-]{40,}"),
  tokenPattern("mapbox_token", ["sk.eyj"], "sk\\.eyJ[A-Za-z0-9_-]{40,}\\.[A-Za-z0-9_-]{20,}"),
  tokenPattern("hubspot_token", ["pat-na", "pat-eu"], "pat-(?:na|eu)\\d-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}"),
  tokenPattern("maxmind_key", ["_mmk"], "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
  tokenPattern("settlemint_token", ["sm_aat_", "sm_pat_", "sm_sat_"], "sm_[aps]at_[A-Za-z0-9]{16,}"),
  tokenPattern("defined_token", ["dnkey-"], "dnkey-[\\w=-]{26}-[\\w=-]{52}"),
  tokenPattern("intra42_secret", ["s-s4t2"], "[su]-s4t2(?:ud|af)-[a-f0-9]{64}"),
  tokenPattern("clickhouse_key", ["4b1d"], "4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])"),
  longTokenPattern(
    "yandex_key",
    ["t1.", "aqvn", "yca", "yce"],
    "t1\\.[A-Z0-9a-z_-]+={0,2}\\.[A-Za-z0-9_-]{60,}={0,2}|AQVN[\\w-]{35,38}|YC[AE][\\w-]{38}",
  ),
  tokenPattern("posthog_key", ["phx_"], "phx_[A-Za-z0-9]{40,}"),
  {
    finding: "authress_key",
    hints: [".acc"],
    regex:
      /(?<![A-Za-z0-9_])(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}/g,
    judge: ({ value }) => (isPlaceholder(value) ? undefined : "authress_key"),
  },
];
