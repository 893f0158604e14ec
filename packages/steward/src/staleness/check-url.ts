import { comparableLines } from "@memorymaster/core";
import type { CheckStatus, NewCitation } from "@memorymaster/core";
import { hasWords, locateExcerpt } from "./locate-excerpt.ts";

export interface UrlAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Invalid bytes are replaced. */
  readonly body: string;
  /** sha256 of the bytes, lower hex. */
  readonly bodyHash: string;
}

/** Asks a URL; `undefined` = no answer, or one that may not be read. */
export type UrlReader = (url: string) => Promise<UrlAnswer | undefined>;

const GONE: ReadonlySet<number> = new Set([404, 410]);

function compare({ excerpt, contentHash }: NewCitation, { body, bodyHash }: UrlAnswer): CheckStatus {
  if (bodyHash === contentHash) return "ok";
  if (!hasWords({ excerpt })) return "changed";
  const { is } = locateExcerpt(comparableLines(body), { excerpt });
  return is === "there" ? "moved" : is === "absent" ? "changed" : "unknown";
}

/** Whether a page still is what it was, or at least still holds the cited words. */
export async function checkUrl(citation: NewCitation, readUrl: UrlReader): Promise<CheckStatus> {
  const { source, excerpt, contentHash } = citation;
  const answer = contentHash === undefined && !hasWords({ excerpt }) ? undefined : await readUrl(source);
  if (answer === undefined) return "unknown";
  if (GONE.has(answer.status)) return "gone";
  return answer.status === 200 ? compare(citation, answer) : "unknown";
}
