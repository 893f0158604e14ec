import { citedFile } from "../claims/citation-evidence.ts";
import type { CitedFile } from "../claims/citation-evidence.ts";
import type { NewCitation } from "../ports/claim-store.ts";
import type { EvidenceReader } from "../ports/evidence-reader.ts";

/** Cited files at hand, by path. */
export type CitedFiles = ReadonlyMap<string, CitedFile>;

/** Reads each cited file once. One that cannot be read is absent: evidence never fails an ingest. */
export async function readEvidence(
  reader: EvidenceReader | undefined,
  items: Iterable<{ readonly citations: readonly NewCitation[] }>,
): Promise<CitedFiles> {
  const files = new Map<string, CitedFile>();
  if (reader === undefined) return files;
  const paths = new Set<string>();
  for (const { citations } of items) {
    for (const { kind, path } of citations) if (kind === "file" && path !== undefined) paths.add(path);
  }
  for (const path of paths) {
    const file = await reader.read(path).catch(() => undefined);
    if (file !== undefined) files.set(path, citedFile(file));
  }
  return files;
}
