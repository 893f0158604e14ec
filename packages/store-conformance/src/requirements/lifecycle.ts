export const LIFECYCLE = {
  "lifecycle.pairs": ["core §3", "takes each allowed step with one event, and refuses each forbidden one"],
  "lifecycle.same_state": ["core §3", "writes nothing for the present status"],
  "lifecycle.times": [
    "core §3",
    "dates the change, the check and the archiving, and keeps the values before in the event",
  ],
  "lifecycle.lock": ["core §3", "refuses a step over a version that has changed since, and writes no event"],
  "lifecycle.supersede": ["core §3", "sets both ends of a replacement and ends the old validity, with one event"],
  "lifecycle.supersede.second": [
    "core §3",
    "keeps the pointer to the first claim that was replaced, and links to later ones",
  ],
  "lifecycle.supersede.refusals": [
    "core §3",
    "refuses a replacement that is missing, the claim itself, retired or of another namespace",
  ],
  "lifecycle.tuple": ["core §3", "confirms no second claim of a tuple and leaves both as they were"],
  "lifecycle.pin": ["core §3", "pins and unpins with one event each, and writes nothing for the present value"],
  "lifecycle.pinned_moves": ["core §3", "moves a pinned claim like any other, and keeps the pin"],
  "lifecycle.confirm": ["core §3", "confirms on a person's word with name, confidence and event; once is enough"],
  "lifecycle.confirm.rows": ["core §3", "confirms and archives several claims row by row, whatever fails of them"],
  "lifecycle.confirm.supersede": ["core §3", "replaces the confirmed claim of the tuple only where that is asked for"],
  "lifecycle.archive": ["core §3", "archives from every state, and rehearses it without a trace"],
} as const;
