import type { ClaimLink, LinkType } from "../claims/link.ts";

/** Edges between claims. The caller has checked that both ends are visible. */
export interface LinkStore {
  /**
   * A link that comes back keeps its id; a new one gets the next.
   *
   * @throws ConflictError `link.duplicate`
   */
  add(link: Omit<ClaimLink, "id"> & { readonly id?: number | undefined }): Promise<ClaimLink>;
  /** Removes the edge of that type, or of every type, and returns what was removed. */
  remove(sourceId: number, targetId: number, linkType: LinkType | undefined): Promise<readonly ClaimLink[]>;
  /** Edges that start or end at the claim, by id. */
  listOf(claimId: number, linkType: LinkType | undefined): Promise<readonly ClaimLink[]>;
}
