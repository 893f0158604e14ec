import type { Claim } from "@memorymaster/core";
import { isCidr, isEmail, isHostname, isIpv4, isIpv6, isPort, isUrl } from "./network-formats.ts";
import { isCountryCode, isDate, isPhone, isSemver, isSha256, isUuid } from "./value-formats.ts";

/** By how much an outcome moves the confidence: up when good, down when bad. Both positive. */
export interface Weight {
  readonly gain: number;
  readonly loss: number;
}

/** What the value of a predicate has to look like. */
export interface FormatRule extends Weight {
  /** Names the rule in the counts of a run. */
  readonly name: string;
  /** Names the outcome in the payload. */
  readonly key: string;
  readonly predicates: readonly string[];
  /** Reads a trimmed value that is not empty. Absent = the workspace is asked whether the path exists. */
  readonly isGood?: (value: string) => boolean;
  /** A bad value cannot be true, however well it is cited. */
  readonly isHard: boolean;
}

export const FORMAT_RULES: readonly FormatRule[] = [
  { name: "path", key: "path_exists", predicates: ["path"], gain: 0.12, loss: 0.1, isHard: false },
  { name: "ipv4", key: "ip_valid", predicates: ["ip_address"], isGood: isIpv4, gain: 0.1, loss: 0.35, isHard: true },
  {
    name: "ipv6",
    key: "ipv6_valid",
    predicates: ["ipv6", "ip_v6_address"],
    isGood: isIpv6,
    gain: 0.1,
    loss: 0.35,
    isHard: true,
  },
  {
    name: "cidr",
    key: "cidr_valid",
    predicates: ["cidr", "network_cidr"],
    isGood: isCidr,
    gain: 0.08,
    loss: 0.3,
    isHard: true,
  },
  { name: "url", key: "url_valid", predicates: ["url"], isGood: isUrl, gain: 0.1, loss: 0.35, isHard: true },
  {
    name: "email",
    key: "email_valid",
    predicates: ["email", "support_email", "contact_email"],
    isGood: isEmail,
    gain: 0.08,
    loss: 0.25,
    isHard: true,
  },
  {
    name: "host",
    key: "host_valid",
    predicates: ["hostname", "host"],
    isGood: isHostname,
    gain: 0.08,
    loss: 0.2,
    isHard: true,
  },
  { name: "port", key: "port_valid", predicates: ["port"], isGood: isPort, gain: 0.06, loss: 0.25, isHard: true },
  {
    name: "date",
    key: "date_valid",
    predicates: ["deadline", "date"],
    isGood: isDate,
    gain: 0.05,
    loss: 0.18,
    isHard: false,
  },
  {
    name: "semver",
    key: "semver_valid",
    predicates: ["version", "semver"],
    isGood: isSemver,
    gain: 0.05,
    loss: 0.1,
    isHard: false,
  },
  {
    name: "sha256",
    key: "sha256_valid",
    predicates: ["sha256", "file_hash"],
    isGood: isSha256,
    gain: 0.08,
    loss: 0.18,
    isHard: true,
  },
  {
    name: "uuid",
    key: "uuid_valid",
    predicates: ["uuid", "uuid_v4", "object_id"],
    isGood: isUuid,
    gain: 0.06,
    loss: 0.22,
    isHard: true,
  },
  {
    name: "phone",
    key: "phone_valid",
    predicates: ["phone", "phone_number"],
    isGood: isPhone,
    gain: 0.05,
    loss: 0.2,
    isHard: true,
  },
  {
    name: "country_code",
    key: "country_code_valid",
    predicates: ["country_code", "iso_country_code"],
    isGood: isCountryCode,
    gain: 0.04,
    loss: 0.1,
    isHard: false,
  },
];

const RULE_OF: ReadonlyMap<string, FormatRule> = new Map(
  FORMAT_RULES.flatMap((rule) => rule.predicates.map((predicate) => [predicate, rule] as const)),
);

/** The rule for a predicate as `predicateOf` gives it. */
export const formatRuleOf = (predicate: string): FormatRule | undefined => RULE_OF.get(predicate);

export const predicateOf = ({ predicate = "" }: Pick<Claim, "predicate">): string => predicate.trim().toLowerCase();

/** Predicates whose values a workspace may mention. */
export const WORKSPACE_PREDICATES: ReadonlySet<string> = new Set(
  "path ip_address ipv6 ip_v6_address cidr network_cidr url location_hint hostname host file_hash sha256".split(" "),
);
