export const PROPOSALS = {
  "proposals.filed": ["storage §3", "are opened by the event that files them, with what it names"],
  "proposals.open_about": ["storage §8", "about some claims come oldest first"],
  "proposals.list": ["storage §8", "are listed newest first, by claim, scope and whether anything is left to decide"],
  "proposals.ended": [
    "storage §3",
    "are closed by a decision, opened again by its undo, and closed by the undo of that",
  ],
  "proposals.replace_all": ["storage §3", "can be put in place of what stands there, all or none"],
  "proposals.derived": ["storage §3", "are at every moment those that the events tell of"],
  "proposals.any_events": ["storage §3", "are those that the events tell of, whatever the events"],
  "proposals.any_viewer": ["core §6", "are listed to each viewer by each filter as the model lists them"],
  "proposals.approve": [
    "core §8",
    "change the claims on approval, with the event of the change and that of the decision",
  ],
  "proposals.reject": ["core §8", "change nothing but their own state on rejection"],
  "proposals.changed_target": [
    "core §8",
    "fail to apply to a claim that has changed since, stay open, and apply when asked again",
  ],
  "proposals.twice": ["core §8", "are decided once; later decisions write nothing"],
  "proposals.settled": ["core §8", "bring no retired claim back, and are not pending about one"],
  "proposals.one_per_target": ["core §8", "are filed once for several corrections of one claim"],
  "proposals.cross_identity": ["core §8", "are filed for corrections of another agent's claim and leave it as it is"],
} as const;
