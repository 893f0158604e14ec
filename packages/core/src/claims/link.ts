/** Every link type with the sentence it stands for, A being the source and B the target. */
export const LINK_TYPES = {
  relates_to: "A has to do with B",
  supersedes: "A replaces B",
  derived_from: "A was derived from B",
  contradicts: "A and B cannot both hold",
  supports: "A is evidence for B",
  implements: "A implements B",
  configures: "A configures B",
  depends_on: "A needs B",
  deployed_on: "A runs on infrastructure B",
  owned_by: "A is owned by B",
  tested_by: "A is checked by test B",
  documents: "A documents B",
  blocks: "A blocks B",
  enables: "A makes B possible",
} as const;

export type LinkType = keyof typeof LINK_TYPES;
export const LINK_TYPE_NAMES: readonly LinkType[] = Object.keys(LINK_TYPES) as LinkType[];

/** A typed, directed edge between two claims; unique on (source, target, type). */
export interface ClaimLink {
  readonly id: number;
  readonly sourceId: number;
  readonly targetId: number;
  readonly linkType: LinkType;
  readonly createdAt: string;
}
