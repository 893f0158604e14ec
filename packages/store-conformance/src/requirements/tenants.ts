export const TENANTS = {
  "tenants.every_method": ["core §6", "are kept apart by a rule for every method of a port, and for no other"],
  "tenants.viewers": ["core §6", "see by a port that takes a viewer what they would see alone in the store"],
  "tenants.names": ["core §6", "name to all other ports only what they were shown, and reach none of the whole store"],
  "tenants.answers": ["core §6", "are told of a claim of others what they are told of none, by every use case"],
} as const;
