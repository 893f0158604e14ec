export const MIGRATIONS = {
  "migrations.whole": ["storage §5", "build the whole schema on an empty database, in order, and record each step"],
  "migrations.each_version": [
    "storage §5",
    "lead from every older version to the same schema, and to a store that works",
  ],
  "migrations.twice": ["storage §5", "change nothing the second time"],
  "migrations.together": ["storage §5", "run once when two begin them at once"],
} as const;
