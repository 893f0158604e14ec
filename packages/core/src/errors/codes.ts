/** Every error code of the product, by the class that carries it: `area.reason`. */
export const ERROR_CODES = {
  invalidInput: [
    "input.invalid",
    "input.missing",
    "input.too_long",
    "input.unstorable",
    "input.unknown_field",
    "input.intake_rejected",
  ],
  config: ["config.invalid", "config.missing"],
  notFound: [
    "claim.not_found",
    "event.not_found",
    "link.not_found",
    "proposal.not_found",
    "repository.not_found",
    "snapshot.not_found",
  ],
  conflict: [
    "claim.version_conflict",
    "claim.ambiguous",
    "claim.duplicate",
    "claim.frozen",
    "cycle.lease_lost",
    "import.not_empty",
    "link.duplicate",
    "link.self",
    "snapshot.ambiguous",
    "undo.blocked",
  ],
  invalidTransition: ["claim.invalid_transition"],
  forbidden: ["access.denied", "access.path", "access.sensitive", "access.rate_limited", "access.quota"],
  sensitive: ["sensitive.content", "sensitive.metadata"],
  store: [
    "store.missing",
    "store.unavailable",
    "store.busy",
    "store.read_only",
    "store.newer_schema",
    "store.legacy_schema",
    "store.migration_drift",
    "store.constraint",
    "store.commit_unknown",
  ],
  provider: ["llm.unavailable", "embed.unavailable", "index.unavailable"],
} as const;

type Codes = typeof ERROR_CODES;
export type InvalidInputCode = Codes["invalidInput"][number];
export type ConfigCode = Codes["config"][number];
export type NotFoundCode = Codes["notFound"][number];
export type ConflictCode = Codes["conflict"][number];
export type InvalidTransitionCode = Codes["invalidTransition"][number];
export type ForbiddenCode = Codes["forbidden"][number];
export type SensitiveCode = Codes["sensitive"][number];
export type StoreCode = Codes["store"][number];
export type ProviderCode = Codes["provider"][number];
export type ErrorCode =
  | InvalidInputCode
  | ConfigCode
  | NotFoundCode
  | ConflictCode
  | InvalidTransitionCode
  | ForbiddenCode
  | SensitiveCode
  | StoreCode
  | ProviderCode
  | "internal.unexpected";
