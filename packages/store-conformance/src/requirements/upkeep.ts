export const UPKEEP = {
  "upkeep.sound": ["storage §7", "finds nothing wrong with a store that only its use cases have written"],
  "upkeep.index": ["storage §4", "builds the text index anew to the same state"],
  "upkeep.rows": ["storage §6", "finds claims that contradict each other or their events, up to the limit"],
  "upkeep.fix": ["storage §6", "sets the missing end of a supersession where there is one right answer, and says so"],
  "upkeep.anchors": ["storage §6", "keeps one anchor of each name, the last one"],
  "upkeep.truncated": ["storage §6", "finds a chain that no longer holds what its anchor holds"],
  "upkeep.proposals": ["storage §3", "finds open proposals that the events do not tell of, and rebuilds them"],
  "upkeep.tiers": ["core §9", "sorts visible claims that are not archived into tiers by age, and leaves their version"],
  "upkeep.tiers.used": ["core §9", "takes claims that are used often for core, and used ones never for peripheral"],
} as const;
