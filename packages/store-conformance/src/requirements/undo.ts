export const UNDO = {
  "undo.each_kind": [
    "core §3",
    "takes back each change that a person can make, and does it again when it is undone itself",
  ],
  "undo.appends": ["core §3", "adds one event that names what it takes back, and removes none"],
  "undo.blocked": ["core §3", "is refused while a later event that changed the same is in effect, and names it"],
  "undo.undone": ["core §3", "is refused for what is undone already, and names the undo"],
  "undo.never": ["core §3", "is refused for what came in, what was erased and what changed nothing"],
  "undo.rehearsed": ["core §3", "tells on a dry run what it would do, and writes nothing"],
  "undo.taken_tuple": ["core §3", "is refused when another claim of the tuple was confirmed meanwhile"],
  "undo.job": [
    "core §3",
    "takes back all that one job did, a part that is blocked aside, and does it again as a whole",
  ],
  "undo.arrival": ["core §3", "sets back what came from another store: what was new is archived, values are as before"],
  "undo.there_and_back": ["core §3", "leads from Jenkins over Buildkite back to Jenkins, found as the live one"],
} as const;
