import { ConfigError } from "@memorymaster/core";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Host of an address that text and key may be sent to.
 *
 * @throws ConfigError `config.invalid` for an address that is none, or that would give away the key
 */
export function checkedHost(baseUrl: string, hasKey: boolean): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isClear = url?.protocol === "http:" && hasKey && !LOOPBACK.test(url.hostname);
  const isWhole = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "";
  if (isWhole && !isClear) return url.host;
  const rule = "the address must be http or https without a user name; a key goes by https or to this machine only";
  throw new ConfigError("config.invalid", rule, { details: { name: "baseUrl" } });
}
