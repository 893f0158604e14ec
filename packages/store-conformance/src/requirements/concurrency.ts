export const CONCURRENCY = {
  "concurrency.lost_update": ["storage §2", "lets one of two writers win who have read the same version"],
  "concurrency.duplicate_ingest": [
    "storage §2",
    "stores one claim of a fact that two bring at once, and gives no human id twice",
  ],
  "concurrency.double_confirm": ["core §3", "confirms one of two claims of a tuple, and changes nothing of the other"],
  "concurrency.double_supersede": ["storage §2", "replaces a claim by one of two replacements, with one event"],
  "concurrency.double_resolve": [
    "core §8",
    "carries out one of two decisions about a proposal, and tells the other that it was late",
  ],
  "concurrency.resolve_and_change": [
    "core §8",
    "carries out no approval of a claim that changes at once, unless the approval comes first",
  ],
  "concurrency.event_appenders": ["storage §6", "keeps one chain of the events that two append at once"],
} as const;
