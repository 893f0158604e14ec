import type { NewCitation } from "../ports/claim-store.ts";
import type { EvidenceFile } from "../ports/evidence-reader.ts";
import { checkedText, comparableLines, excerptHash } from "./excerpt-hash.ts";
import { LIMITS } from "./limits.ts";

/** A cited file at hand, its lines split once for all citations of it. */
export interface CitedFile extends Pick<EvidenceFile, "gitBlob" | "commitId"> {
  readonly lines: readonly string[];
}

export function citedFile(file: EvidenceFile): CitedFile {
  return { gitBlob: file.gitBlob, commitId: file.commitId, lines: comparableLines(file.text) };
}

const singleSpaced = (text: string): string => text.replace(/\s+/g, " ").trim();

function citedLines(citation: NewCitation, file: CitedFile): string | undefined {
  const { lineStart = 1, lineEnd = lineStart, excerpt } = citation;
  if (lineEnd > file.lines.length) return undefined;
  const text = checkedText(file.lines.slice(lineStart - 1, lineEnd));
  const isThere = excerpt === undefined || singleSpaced(text).includes(singleSpaced(excerpt));
  return text !== "" && isThere ? text : undefined;
}

/** The words to be looked for later: the cited lines, else the excerpt; `undefined` when the file does not hold them. */
function evidenceText(citation: NewCitation, file: CitedFile): string | undefined {
  if (citation.lineStart !== undefined) return citedLines(citation, file);
  const wanted = checkedText(comparableLines(citation.excerpt ?? ""));
  return wanted !== "" && file.lines.join("\n").includes(wanted) ? wanted : undefined;
}

function cutExcerpt(text: string): string {
  if (text.length <= LIMITS.citationExcerpt) return text;
  return [...text].slice(0, LIMITS.citationExcerpt).join("");
}

/** The git objects that the citation lacks and the file has. */
function missingObjects(citation: NewCitation, file: CitedFile): Pick<NewCitation, "gitBlob" | "commitId"> {
  return {
    ...(citation.gitBlob === undefined && file.gitBlob !== undefined ? { gitBlob: file.gitBlob } : undefined),
    ...(citation.commitId === undefined && file.commitId !== undefined ? { commitId: file.commitId } : undefined),
  };
}

/**
 * Fills what is missing to check a file citation later: hash of the checked text, git objects, and the excerpt from the
 * cited lines. A file that does not hold the cited words leaves the citation as given.
 *
 * @param filter what an excerpt taken from the file goes through before it is cut to the limit
 */
export function withEvidence(citation: NewCitation, file: CitedFile, filter: (text: string) => string): NewCitation {
  const { lineStart, excerpt } = citation;
  const objects = missingObjects(citation, file);
  if (lineStart === undefined && excerpt === undefined) return { ...citation, ...objects };
  const text = evidenceText(citation, file);
  if (text === undefined) return citation;
  const hash = excerptHash(text);
  if (citation.excerptHash !== undefined && citation.excerptHash !== hash) return citation;
  const kept = excerpt ?? cutExcerpt(filter(text));
  return { ...citation, ...objects, excerptHash: hash, excerpt: kept, checkStatus: "ok" };
}
