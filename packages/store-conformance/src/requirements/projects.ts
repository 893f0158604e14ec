export const PROJECTS = {
  "projects.keys": ["core §5", "are found by any of their keys, each key keeping its first owner"],
  "projects.refresh": ["core §5", "are refreshed when they are recorded again, and keep when they were first seen"],
  "projects.scopes": ["core §5", "hold the scopes that were recorded"],
  "projects.with_the_write": ["storage §2", "are rolled back with the write that made them"],
} as const;
