import { isPlaceholder } from "../is-placeholder.ts";
import { TRAITS } from "../secret-pattern.ts";
import type { PatternHit, SecretPattern } from "../secret-pattern.ts";
import { tokenPattern } from "../token-pattern.ts";

/** Tokens and webhook addresses of chat services. */
export const MESSAGING_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "slack_token",
    hints: ["xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-", "xoxo-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xapp-"],
    regex:
      /(?<![A-Za-z0-9_])(?:xoxe\.)?(?:xox[abceoprs]|xapp)-[A-Za-z0-9-]{10,}|(?<![A-Za-z0-9_])xoxd-[A-Za-z0-9%+/=-]{20,}/g,
    judge: judgeSlackToken,
  },
  {
    finding: "telegram_bot_token",
    hints: [":"],
    traits: TRAITS.longToken | TRAITS.encodedRun,
    regex: /(?<![0-9.:])\d{8,}:[A-Za-z0-9_-]{30,}/g,
    // A name of many words, as in an ARN, keeps to lower case.
    judge: ({ value }) =>
      isPlaceholder(value) || /^\d+:(?=.*[-_])[a-z0-9_-]+$/.test(value) ? undefined : "telegram_bot_token",
  },
  {
    finding: "discord_bot_token",
    hints: [],
    traits: TRAITS.longToken | TRAITS.encodedRun,
    regex: /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g,
  },
  tokenPattern(
    "slack_webhook",
    ["hooks.slack"],
    "hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}",
  ),
  tokenPattern(
    "discord_webhook",
    ["api/webhooks/"],
    "discord(?:app)?\\.com/api/(?:v\\d+/)?webhooks/\\d{15,21}/[A-Za-z0-9_-]{40,}",
  ),
  tokenPattern(
    "teams_webhook",
    ["webhook.office.com", "outlook.office.com/webhook"],
    "(?:[a-z0-9-]+\\.)?(?:webhook\\.office\\.com/webhookb2|outlook\\.office\\.com/webhook)/[A-Za-z0-9@/_-]{40,}",
  ),
  tokenPattern("zapier_webhook", ["hooks.zapier.com"], "hooks\\.zapier\\.com/hooks/catch/\\d+/[A-Za-z0-9]{5,}"),
  tokenPattern(
    "ifttt_webhook",
    ["maker.ifttt.com"],
    "maker\\.ifttt\\.com/(?:trigger/[^\\s/]+/(?:json/)?with|use)/(?:key/)?[A-Za-z0-9_-]{20,}",
  ),
  tokenPattern(
    "chat_webhook",
    ["/bot/v2/hook/"],
    "(?:open\\.)?(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/[a-f0-9-]{30,}",
  ),
];

/** A made-up token has only short parts (`xoxb-12345-abcd234`) or only words (`xoxb-my-bot-token`). */
function judgeSlackToken({ text, end, value }: PatternHit): string | undefined {
  if (/[#*]/.test(text.charAt(end))) return undefined;
  const parts = value.split("-").slice(1);
  const isMadeUp = /^1234567890?$/.test(parts.join("")) || !parts.some((part) => part.length >= 8 && isDrawnPart(part));
  return isMadeUp || isPlaceholder(value) ? undefined : "slack_token";
}

function isDrawnPart(part: string): boolean {
  return /\d/.test(part) || /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(part) || part.length >= 12;
}
