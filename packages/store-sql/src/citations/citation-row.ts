import type { CheckStatus, Citation, CitationKind, CitationWords, NewCitation } from "@memorymaster/core";
import type { Insertable, Selectable } from "kysely";
import { absent, present } from "../absence.ts";
import type { Codecs } from "../flavor.ts";
import type { CitationsTable } from "../schema.ts";

export type CitationRow = Selectable<CitationsTable>;

/** What is written of new evidence: all but the time of its first check. */
export type CitationInsert = Required<Omit<Insertable<CitationsTable>, "id" | "checked_at">>;

/** What is written of evidence that keeps its id. */
export type CitationWordsInsert = CitationInsert & { readonly id: number; readonly checked_at: string | null };

/** The claim that evidence belongs to, and when it was added. */
export interface CitationOwner {
  readonly claimId: number;
  readonly createdAt: string;
}

export function citationInsertOf(citation: NewCitation, owner: CitationOwner, codecs: Codecs): CitationInsert {
  const { encode } = codecs.time;
  return {
    claim_id: owner.claimId,
    source: citation.source,
    locator: absent(citation.locator),
    excerpt: absent(citation.excerpt),
    kind: citation.kind,
    path: absent(citation.path),
    line_start: absent(citation.lineStart),
    line_end: absent(citation.lineEnd),
    excerpt_hash: absent(citation.excerptHash),
    git_blob: absent(citation.gitBlob),
    commit_id: absent(citation.commitId),
    content_hash: absent(citation.contentHash),
    fetched_at: absent(citation.fetchedAt, encode),
    check_status: absent(citation.checkStatus),
    created_at: encode(owner.createdAt),
  };
}

export function citationWordsOf(citation: CitationWords, claimId: number, codecs: Codecs): CitationWordsInsert {
  return {
    ...citationInsertOf(citation, { claimId, createdAt: citation.createdAt }, codecs),
    id: citation.id,
    checked_at: absent(citation.checkedAt, codecs.time.encode),
  };
}

export function citationOf(row: CitationRow, codecs: Codecs): Citation {
  const { decode } = codecs.time;
  return {
    id: row.id,
    claimId: row.claim_id,
    source: row.source,
    locator: present(row.locator),
    excerpt: present(row.excerpt),
    kind: row.kind as CitationKind,
    path: present(row.path),
    lineStart: present(row.line_start),
    lineEnd: present(row.line_end),
    excerptHash: present(row.excerpt_hash),
    gitBlob: present(row.git_blob),
    commitId: present(row.commit_id),
    contentHash: present(row.content_hash),
    fetchedAt: present(row.fetched_at, decode),
    checkStatus: present(row.check_status) as CheckStatus | undefined,
    checkedAt: present(row.checked_at, decode),
    createdAt: decode(row.created_at),
  };
}
