import type { NewClaim } from "../ports/claim-store.ts";
import type { Clean } from "../security/clean.ts";
import type { TextSignature } from "../text/signature.ts";
import type { CheckedClaim } from "./check-claim-input.ts";
import type { OwnFields } from "./clean-parts.ts";
import type { IdentityKeys } from "./identity-index.ts";
import type { ForcedVolatility } from "./mutable-state-governance.ts";

/** A claim that passed every rule which needs no look at the store. */
export interface PreparedClaim {
  /** As it passed the filter, without its own fields. */
  readonly draft: Clean<NewClaim>;
  /** What follows from the draft; human id and content hash may still get a `~n`. */
  readonly own: OwnFields;
  /** What the caller gave, to tell a left-out field from a default. */
  readonly given: CheckedClaim;
  /** `namespaceKey` of the draft. */
  readonly namespace: string;
  readonly keys: IdentityKeys;
  readonly signature: TextSignature;
  /** Terms of a text that announces a correction. */
  readonly correction: ReadonlySet<string> | undefined;
  readonly forced: ForcedVolatility | undefined;
  /** Names of the secrets that were taken out. */
  readonly redactions: readonly string[];
  /** What the filter changed, sealed as it was; only with a key. */
  readonly sealed: SealedFields | undefined;
}

/** Fields by wire names, and the JSON of them encrypted. */
export interface SealedFields {
  readonly fields: readonly string[];
  readonly sealed: string;
}
