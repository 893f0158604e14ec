export const CITATIONS = {
  "citations.default": ["core §2", "gives a claim without evidence one that names the surface and the scope"],
  "citations.limit": ["storage §15", "takes fifty pieces of evidence for a claim and refuses one more"],
  "citations.fields": ["core §2", "keeps everything that a later check of the evidence needs"],
  "citations.add": ["storage §8", "adds evidence to a stored claim in order, and none for an empty list"],
  "citations.add.unknown_claim": ["storage §3", "takes no evidence for a claim that is not there"],
  "citations.of_duplicate": ["core §8", "adds what a duplicate brings and the stored claim lacks, one event each"],
} as const;
