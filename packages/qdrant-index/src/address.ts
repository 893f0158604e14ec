import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigError } from "@memorymaster/core";

export interface Address {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before those of the interface, empty for none. */
  readonly prefix: string;
  /** Certificates of the authorities to trust, PEM. */
  readonly ca: string | undefined;
}

export interface AddressOptions {
  readonly url: string;
  readonly caCert?: string | undefined;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const invalid = (name: string, rule: string): ConfigError =>
  new ConfigError("config.invalid", rule, { details: { name } });

/** @throws ConfigError `config.invalid` for a file that cannot be read or holds no certificate, or a broken one */
function readAuthorities(path: string): string {
  try {
    const pem = readFileSync(path, "utf8");
    const certificates = pem.match(CERTIFICATE) ?? [];
    if (certificates.map((one) => new X509Certificate(one)).length > 0) return pem;
  } catch {
    // Said below: neither path nor content belongs in a message.
  }
  throw invalid("caCert", "the file of certificate authorities must exist and hold certificates in PEM");
}

/** Where a server may be reached. @throws ConfigError `config.invalid` for an address that could give away key or vectors */
export function checkAddress({ url, caCert }: AddressOptions): Address {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username + parsed.password !== "") {
    throw invalid("url", "the address must be http or https with a host and without a user name");
  }
  const isClear = parsed.protocol === "http:";
  if (isClear && !LOOPBACK.test(parsed.hostname)) throw invalid("url", "http is for this machine only: use https");
  if (isClear && caCert !== undefined) throw invalid("caCert", "certificate authorities are of no use with http");
  const ca = caCert === undefined ? undefined : readAuthorities(caCert);
  return { origin: parsed.origin, prefix: parsed.pathname.replace(/\/+$/, ""), ca };
}
