import { isIPv4, isIPv6 } from "node:net";

// Each check reads the text as it stands: a parser of URLs makes good hosts of bad ones (`0x7f.1`, `%65x.com`).

const MAX_PORT = 65_535;
const MAX_NAME = 253;
const MAX_LABEL = 63;
const MAX_MAILBOX = 64;

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
/** Names that resolvers take for an address. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\p{N}+|0[xX][0-9a-fA-F]*)\.?$/u;

function isName(text: string): boolean {
  const name = text.replace(/\.$/, "");
  // Wide and other look-alike letters are rewritten on the way to a resolver.
  if (name.length > MAX_NAME || name.normalize("NFKC") !== name) return false;
  return name.split(".").every((label) => label.length <= MAX_LABEL && LABEL.test(label));
}

const isHost = (text: string): boolean => (ENDS_IN_NUMBER.test(text) ? isIPv4(text) : isName(text));

/** With a dot inside, so that it says which network it is of; a dot at the end is the root's. */
export const isHostname = (text: string): boolean => isHost(text) && text.slice(0, -1).includes(".");

export const isIpv4 = (text: string): boolean => isIPv4(text);

/** With or without zone. */
export const isIpv6 = (text: string): boolean => isIPv6(text);

const isPlainIpv6 = (text: string): boolean => isIPv6(text) && !text.includes("%");

function isNetmask(text: string): boolean {
  const octets = text.split(".").map((octet) => Number(octet).toString(2).padStart(8, "0"));
  return isIPv4(text) && /^1*0*$/.test(octets.join(""));
}

/** A network, or an address alone; bits of the host may be set. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  const address = slash < 0 ? text : text.slice(0, slash);
  const bits = isIPv4(address) ? 32 : isPlainIpv6(address) ? 128 : undefined;
  if (bits === undefined || slash < 0) return bits !== undefined;
  const length = text.slice(slash + 1);
  if (/^(?:0|[1-9]\d{0,2})$/.test(length)) return Number(length) <= bits;
  return bits === 32 && isNetmask(length);
}

export const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_PORT;

const SCHEME = /^https?:\/\//i;
const AFTER_SCHEME = /^(?:[\w.~!$&'()*+,;=:%-]*@)?(\[[^\]]*\]|[^\s/?#:@[\]\\]+)(?::(\d*))?(?:[/?#][^\s\p{Cc}]*)?$/u;

/** Of the web. */
export function isUrl(text: string): boolean {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined) return false;
  const [, host, port = ""] = AFTER_SCHEME.exec(text.slice(scheme.length)) ?? [];
  if (host === undefined || Number(port) > MAX_PORT) return false;
  return host.startsWith("[") ? isPlainIpv6(host.slice(1, -1)) : isHost(host);
}

const MAILBOX = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const TOP_LEVEL = /\.(?:[\p{L}\p{M}]{2,}|[xX][nN]--[\dA-Za-z-]+)$/u;

export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const mailbox = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  return mailbox.length <= MAX_MAILBOX && MAILBOX.test(mailbox) && TOP_LEVEL.test(domain) && isName(domain);
}
