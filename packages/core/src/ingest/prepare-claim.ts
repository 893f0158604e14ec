import { grantedScopes } from "../access/authority.ts";
import { canonicalScope, LEGACY_PROJECT_SCOPE } from "../access/scope.ts";
import { invalidField, isLongerThan } from "../claims/check-text.ts";
import { deriveCitation } from "../claims/citation-derivation.ts";
import { withEvidence } from "../claims/citation-evidence.ts";
import { contentHash, humanIdBase, namespaceKey } from "../claims/identity.ts";
import { LIMITS } from "../claims/limits.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { NewCitation, NewClaim } from "../ports/claim-store.ts";
import type { CleanedRecord } from "../security/clean.ts";
import { sanitizePersistedText } from "../security/sanitize.ts";
import { textSignature } from "../text/signature.ts";
import type { TextSignature } from "../text/signature.ts";
import type { CheckedClaim } from "./check-claim-input.ts";
import { filterClaim } from "./clean-parts.ts";
import type { OwnFields } from "./clean-parts.ts";
import { correctionTerms } from "./correction-words.ts";
import { canHaveTwin } from "./find-conflicts.ts";
import { identityKeys } from "./identity-index.ts";
import type { IdentityKeys } from "./identity-index.ts";
import { refuseSessionState } from "./intake-policy.ts";
import { governMutableState } from "./mutable-state-governance.ts";
import type { PreparedClaim } from "./prepared-claim.ts";
import type { CitedFiles } from "./read-evidence.ts";
import { refuseSecretBeforeFolding } from "./refuse-secret-before-folding.ts";
import { resolveOwner } from "./resolve-owner.ts";
import { sealRedacted } from "./seal-redacted.ts";
import type { IngestOptions } from "./types.ts";
import { resolveValidity } from "./validity.ts";

/** A claim of checked form, with what its citations say by themselves. */
export interface CheckedItem {
  readonly given: CheckedClaim;
  readonly citations: readonly NewCitation[];
}

/** What all claims of a batch are prepared with. */
export interface PrepareContext {
  readonly context: MemoryContext;
  readonly onSecret: NonNullable<IngestOptions["onSecret"]>;
  readonly nowMs: number;
  /** The same in stored form. */
  readonly now: string;
  /** Scope of the project at hand; absent only when no claim of the batch belongs to it. */
  readonly projectScope: string | undefined;
  readonly files: CitedFiles;
  /** Canonical forms seen so far: the claims of a batch mostly share one scope. */
  readonly scopes: Map<string, string>;
}

/** Whether a claim belongs to the project at hand. */
export const isOfProject = ({ scope }: Pick<CheckedClaim, "scope">): boolean =>
  scope === undefined || scope === LEGACY_PROJECT_SCOPE;

function scopeOf(given: CheckedClaim, { projectScope, scopes }: PrepareContext): string {
  if (isOfProject(given)) return projectScope ?? LEGACY_PROJECT_SCOPE;
  const { scope = LEGACY_PROJECT_SCOPE } = given;
  const known = scopes.get(scope);
  if (known !== undefined) return known;
  const canonical = canonicalScope(scope);
  refuseSecretBeforeFolding("scope", scope, canonical);
  scopes.set(scope, canonical);
  return canonical;
}

/** An excerpt that ingest itself took from a file never refuses the claim: secrets in it are taken out. */
function citationsWithEvidence(
  citations: readonly NewCitation[],
  { files }: PrepareContext,
): { readonly citations: readonly NewCitation[]; readonly findings: readonly string[] } {
  if (files.size === 0) return { citations, findings: [] };
  const findings: string[] = [];
  const filter = (text: string): string => {
    const redacted = sanitizePersistedText(text);
    findings.push(...redacted.findings);
    return redacted.text;
  };
  const filled = citations.map((citation) => {
    const file = citation.kind === "file" && citation.path !== undefined ? files.get(citation.path) : undefined;
    return file === undefined ? citation : withEvidence(citation, file, filter);
  });
  return { citations: filled, findings };
}

/** The claim as given, defaults filled in; its own fields stand empty until the filter has passed. */
function unfilteredClaim(item: CheckedItem, shared: PrepareContext, citations: readonly NewCitation[]): NewClaim {
  const { given } = item;
  const { context, now, nowMs } = shared;
  const scope = scopeOf(given, shared);
  const owner = resolveOwner(context, given);
  const validity = resolveValidity(given, now);
  return {
    uid: context.ids.uid(nowMs),
    humanId: "",
    text: given.text,
    idempotencyKey: given.idempotencyKey ?? "",
    contentHash: "",
    nearHash: "",
    twinHash: "",
    claimType: given.claimType,
    subject: given.subject,
    predicate: given.predicate,
    objectValue: given.objectValue,
    scope,
    volatility: given.volatility ?? "medium",
    confidence: given.confidence ?? 0.5,
    eventTime: given.eventTime,
    validFrom: validity.validFrom,
    validUntil: validity.validUntil,
    sourceAgent: owner.sourceAgent,
    visibility: owner.visibility,
    holder: given.holder,
    tenantId: context.authority.tenantId,
    createdAt: now,
    citations: citations.length > 0 ? citations : [deriveCitation({ source: context.surface, locator: scope })],
  };
}

/** What follows from the words that are left when the filter has passed. */
function ownFields(claim: NewClaim, given: CheckedClaim, signature: TextSignature): OwnFields {
  const hash = contentHash(claim.text, claim.scope, claim.tenantId);
  return {
    humanId: humanIdBase(claim),
    idempotencyKey: given.idempotencyKey ?? hash,
    contentHash: hash,
    nearHash: signature.nearHash,
    twinHash: signature.twinHash,
    volatility: claim.volatility,
  };
}

/** Without a key from the caller it is the content that decides; a text of few words has no twin. */
function keysOf(
  claim: NewClaim,
  own: OwnFields,
  item: Pick<PreparedClaim, "given" | "namespace" | "signature">,
): IdentityKeys {
  return identityKeys(item.namespace, {
    idempotencyKey: item.given.idempotencyKey,
    contentHash: own.contentHash,
    nearHash: own.nearHash,
    twinHash: canHaveTwin(item) ? own.twinHash : undefined,
    subject: claim.subject,
    predicate: claim.predicate,
  });
}

interface FilteredClaim extends CleanedRecord<NewClaim>, Pick<PreparedClaim, "sealed"> {}

function filteredClaim(item: CheckedItem, shared: PrepareContext): FilteredClaim {
  const { context, onSecret } = shared;
  const { redactPrivateNetwork } = context.settings;
  const evidence = citationsWithEvidence(item.citations, shared);
  const unfiltered = unfilteredClaim(item, shared, evidence.citations);
  const { record, findings } = filterClaim(unfiltered, { onSecret, redactPrivateNetwork });
  if (isLongerThan(record.text, LIMITS.text)) {
    throw invalidField("input.too_long", "text", `is longer than ${LIMITS.text} characters without its secrets`);
  }
  return {
    record,
    sealed: findings.length === 0 ? undefined : sealRedacted(context.sealer, unfiltered, record),
    findings: evidence.findings.length === 0 ? findings : [...new Set([...findings, ...evidence.findings])],
  };
}

/**
 * Applies every rule of ingest that needs no look at the store, in their order.
 *
 * @throws InvalidInputError `input.*`; SensitiveContentError; ForbiddenError `access.denied`
 */
export function prepareClaim(item: CheckedItem, shared: PrepareContext): PreparedClaim {
  const { given } = item;
  const { record: draft, findings: redactions, sealed } = filteredClaim(item, shared);
  grantedScopes(shared.context.authority, [draft.scope]);
  refuseSessionState(draft, shared.context.settings.intake);
  const forced = governMutableState(draft);
  const signature = textSignature(draft.text);
  const namespace = namespaceKey(draft);
  const own = ownFields(draft, given, signature);
  return {
    draft,
    own: forced === undefined ? own : { ...own, volatility: forced.effective },
    given,
    namespace,
    keys: keysOf(draft, own, { given, namespace, signature }),
    signature,
    correction: correctionTerms(draft.text),
    forced,
    redactions,
    sealed,
  };
}
