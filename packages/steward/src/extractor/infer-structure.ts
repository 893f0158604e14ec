/** What the words of a claim say about its kind and tuple. */
export interface Inferred {
  readonly claimType: string;
  readonly predicate?: string | undefined;
  readonly objectValue?: string | undefined;
}

/** Four groups of one to three digits; whether they are an address is for the format rules to say. */
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/;
const URL = /\bhttps?:\/\/[^\s<>"']+/i;
const WINDOWS_PATH = /(?<![a-z0-9])[a-z]:\\[^\s\\]+/i;
/** At a word's start: `/etc/hosts`, or a relative path of two parts and more that ends in a file name. */
const UNIX_PATH = /(?<=^|[\s("'`])(?:\/[\w.@-]+(?:\/[\w.@-]+)*|[\w.@-]+(?:\/[\w.@-]+)+\.[a-z0-9]{1,5})(?![\w/])/i;
const SECRET_WORD = /credential|secret/i;

/** A sentence ends behind an address, not inside it. */
const withoutEnd = (found: string): string => found.replace(/[.,;:!?)\]}]+$/, "");

/**
 * Reads structure from the text of a claim; the first rule that fits decides. Words do not say which server or service is
 * meant: a subject that many claims share by chance would make rivals of them, and let only one be confirmed.
 */
export function inferStructure(text: string): Inferred | undefined {
  const address = IPV4.exec(text)?.[0];
  if (address !== undefined) {
    return { claimType: "infra_fact", predicate: "ip_address", objectValue: address };
  }
  const url = URL.exec(text)?.[0];
  if (url !== undefined) {
    return { claimType: "infra_fact", predicate: "url", objectValue: withoutEnd(url) };
  }
  if (WINDOWS_PATH.test(text) || UNIX_PATH.test(text)) return { claimType: "filesystem_fact" };
  if (SECRET_WORD.test(text)) return { claimType: "security_fact", predicate: "location_hint" };
  return undefined;
}

/** Subjects that the earlier product read out of any text with an address: two claims that share one are no rivals. */
export const GENERIC_SUBJECTS: ReadonlySet<string> = new Set(["server", "service", "auth"]);
