export const ACCESS = {
  "access.every_method": ["core §6", "is settled for every method of a memory, and for no other"],
  "access.public": ["core §6", "to a public claim ends at the tenant and the granted scopes"],
  "access.private": ["core §6", "to a private claim is its owner's and the operator's; to all others it is not there"],
  "access.sensitive": ["core §6", "to a sensitive claim needs the operator's consent and asking; else it is not there"],
  "access.whole_store": ["core §6", "to what concerns the whole store is the operator's, whom nothing narrows"],
  "access.named_by_others": [
    "core §6",
    "to a claim is not given by events, links and counts of other claims that name it",
  ],
  "access.namesake": ["core §4", "to a claim is not disturbed by a hidden one of the same human id"],
  "access.claims": ["core §6", "to a claim is the same on every way to it, counts included"],
  "access.events": ["core §6", "to events is that to their claims, and to those of no claim that to the tenant"],
  "access.proposals": ["core §6", "to a proposal needs access to both of its claims"],
} as const;
