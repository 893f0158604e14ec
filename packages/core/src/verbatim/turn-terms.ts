import { analyze, documentTerms } from "../text/analyze.ts";

/** Bytes that an index of one turn may take: no more than about 1 MB fits where it is one value of a column. */
const MAX_BYTES = 900_000;
const BYTES_PER_TERM = 8;
const BYTES_PER_PLACE = 2;

/** The terms by which a turn is found, in the order of its content; the end of one of very many words is left out. */
export function turnTerms(content: string): readonly string[] {
  const terms = documentTerms(analyze(content, "index"));
  const seen = new Set<string>();
  let bytes = 0;
  const end = terms.findIndex((term) => {
    bytes += BYTES_PER_PLACE + (seen.has(term) ? 0 : Buffer.byteLength(term) + BYTES_PER_TERM);
    seen.add(term);
    return bytes > MAX_BYTES;
  });
  return end === -1 ? terms : terms.slice(0, end);
}
