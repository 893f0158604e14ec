export const LINKS = {
  "links.both_directions": ["core §2", "stand at both ends until they are removed, by type or all"],
  "links.types": ["storage §14", "are of any of the known types, and several types may join two claims"],
  "links.duplicate": ["core §2", "of one type, source and target stand once"],
  "links.ends": ["core §2", "join two different claims that exist"],
  "links.same_id": ["core §3", "come back under the id they had, and later ones get others"],
  "links.refusals": ["core §2", "with an unknown type, one end, or a missing end are refused by what is wrong"],
  "links.events": ["core §2", "are added and removed with one event each on the source"],
} as const;
