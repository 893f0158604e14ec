import { canonicalScope } from "../access/scope.ts";
import { isLongerThan } from "../claims/check-text.ts";
import { CLAIM_TIERS, VOLATILITIES } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import { epochMsOf, timestampOf } from "../claims/time.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { DumpRow, DumpValue } from "../ports/dump-store.ts";
import type { SourceRow, SourceValue } from "./types.ts";

/** What a value of the file becomes. One that cannot be helped stays, and the check of the whole row refuses it. */
type Rule = (value: SourceValue) => SourceValue | boolean;

const asIs: Rule = (value) => value;
const text: Rule = (value) => (typeof value === "string" && value.trim() === "" ? null : value);
const flag: Rule = (value) => (value === 0 || value === 1 ? value === 1 : value);

const onText = (change: (value: string) => string): Rule => {
  return (value) => text(typeof value === "string" ? change(value) : value);
};
const label = onText((value) => value.trim().toLowerCase());
const cut = (max: number): Rule =>
  onText((value) => (isLongerThan(value, max) ? [...value].slice(0, max).join("") : value));
const time = onText((value) => {
  const epochMs = epochMsOf(value);
  return epochMs === undefined ? value : timestampOf(epochMs);
});

const oneOf = (words: readonly string[], other: string): Rule => {
  return (value) => (typeof value === "string" && words.includes(value) ? value : other);
};

/** The form in which scopes are asked for, else nobody would find the claim. */
const scope = onText((value) => {
  try {
    return canonicalScope(value.replace(/[\p{Cc},]+/gu, "-"));
  } catch (error) {
    if (error instanceof InvalidInputError) return value;
    throw error;
  }
});

/** Rules that only find another form for the same. */
const FORMS: ReadonlySet<Rule> = new Set([text, flag, label, time]);

/** Of each column what becomes of it, and what stands there when the file has no such column. */
export type Columns = Readonly<Record<string, readonly [rule: Rule, absent: DumpValue]>>;

const each = (rule: Rule, ...names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, [rule, null]]));

export const CLAIM_COLUMNS: Columns = {
  ...each(text, "text", "subject", "predicate", "object_value", "idempotency_key", "human_id", "source_agent"),
  ...each(text, "tenant_id", "wiki_article", "holder"),
  normalized_text: [cut(2 * LIMITS.text), null],
  claim_type: [label, null],
  scope: [scope, "project"],
  volatility: [oneOf(VOLATILITIES, "medium"), "medium"],
  tier: [oneOf(CLAIM_TIERS, "working"), "working"],
  status: [asIs, null],
  visibility: [asIs, "public"],
  confidence: [asIs, 0.5],
  pinned: [flag, false],
  access_count: [asIs, 0],
  ...each(time, "created_at", "updated_at", "last_validated_at", "archived_at", "last_accessed"),
  ...each(time, "event_time", "valid_from", "valid_until"),
};

export const CITATION_COLUMNS: Columns = {
  ...each(cut(LIMITS.citationSource), "source"),
  ...each(cut(LIMITS.citationLocator), "locator"),
  ...each(cut(LIMITS.citationExcerpt), "excerpt"),
  ...each(time, "created_at"),
};

export const LINK_COLUMNS: Columns = { ...each(asIs, "link_type"), ...each(time, "created_at") };

export const ENTITY_COLUMNS: Columns = {
  ...each(cut(LIMITS.label), "canonical_name"),
  entity_type: [text, "unknown"],
  scope: [scope, "global"],
  tenant_id: [text, null],
  ...each(time, "created_at", "updated_at"),
};

export const ALIAS_COLUMNS: Columns = {
  ...each(cut(LIMITS.label), "alias", "variant_key", "original_form"),
  ...each(time, "created_at"),
};

export const EDGE_COLUMNS: Columns = {
  relation: [text, "related_to"],
  weight: [asIs, 1],
  ...each(time, "created_at", "last_reinforced_at", "last_decayed_at"),
};

export function mapColumns(columns: Columns, source: SourceRow): DumpRow {
  const entries = Object.entries(columns).map(([name, [rule, absent]]) => {
    const value = source[name];
    return [name, value === undefined ? absent : (rule(value) as DumpValue)] as const;
  });
  return Object.fromEntries(entries);
}

/** Columns that say something else in the row than in the file, which said something. */
export function changedColumns(columns: Columns, source: SourceRow, row: DumpRow): readonly string[] {
  return Object.keys(columns).filter((name) => {
    const rule = columns[name]?.[0] ?? asIs;
    const before = (FORMS.has(rule) ? rule : text)(source[name] ?? null);
    return before !== null && before !== row[name];
  });
}
