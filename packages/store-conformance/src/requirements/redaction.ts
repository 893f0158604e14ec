export const REDACTION = {
  "redaction.words": [
    "core §17",
    "takes the words of claim and evidence out of every read, and leaves state and history",
  ],
  "redaction.erase": ["core §17", "leaves no erased word in any row, seal or index, and the chain still verifies"],
  "redaction.parts": ["core §17", "takes the words of the claim alone, or those of the evidence alone"],
  "redaction.once": ["core §17", "writes nothing where the words are gone already"],
  "redaction.sealed": ["core §7", "brings the original back by an undo, to who holds the key alone"],
  "redaction.erased_for_good": ["core §3", "brings nothing back that was erased, sealed before or not"],
  "redaction.fact_again": ["core §8", "does not keep the same fact from being stored anew"],
  "redaction.replace_words": ["storage §8", "replaces words over the version that was read, with keys and text index"],
  "redaction.replace_citations": [
    "storage §8",
    "rewrites, removes and adds evidence by id, and takes none of another claim",
  ],
  "redaction.seals": ["storage §3", "keeps an original under its event until it is forgotten with its claim"],
} as const;
