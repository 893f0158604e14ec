import { fold } from "../text/fold.ts";

interface MutableStateRule {
  /** `quota`, `credits`, …: the kind of thing whose state passes. */
  readonly rule: string;
  /** The words of rules only, none of the text. */
  readonly reason: string;
}

interface NamedPattern {
  readonly name: string;
  /** Matched against folded text: lower case, no accents. */
  readonly pattern: RegExp;
}

/**
 * Kinds of claim that state how things are; an absent type or `none` counts as one. Rules of conduct and preferences
 * are no state.
 */
const STATE_TYPES: ReadonlySet<string> = new Set([
  "none",
  "constraint",
  "decision",
  "environment",
  "fact",
  "gotcha",
  "reference",
]);

/** Things whose state changes by itself. */
const RESOURCES: readonly NamedPattern[] = [
  { name: "credit_balance", pattern: /\b(?:credit balance|saldo(?: de creditos?)?)\b/ },
  { name: "credits", pattern: /\b(?:credits?|creditos?)\b/ },
  { name: "rate_limit", pattern: /\b(?:rate[ -]limit(?:s|ed|ing)?|limites? de (?:tasa|velocidad|peticiones|uso))\b/ },
  { name: "plan_limit", pattern: /\b(?:plan limits?|limits? of the plan|limites? del plan)\b/ },
  { name: "free_tier", pattern: /\b(?:free[ -]tier|(?:plan|nivel|capa) gratuit[oa])\b/ },
  {
    name: "subscription",
    pattern: /\b(?:subscriptions?(?: (?:tier|plan|level))?|suscripcion(?:es)?|plan de suscripcion)\b/,
  },
  { name: "quota", pattern: /\b(?:quotas?|cuotas?)\b/ },
  { name: "pricing", pattern: /\b(?:pricing|prices?|precios?|tarifas?)\b/ },
  { name: "on_call", pattern: /\b(?:on[ -]call|de guardia)\b/ },
  {
    name: "role_ownership",
    pattern:
      /\b(?:role owner(?:ship)?|owner of the (?:[\w-]+ ){0,3}role|owns the (?:[\w-]+ ){0,3}role|(?:tiene|ocupa) el rol|duen[oa] del rol)\b/,
  },
  { name: "installation", pattern: /\b(?:installed|installation|instalad[oa]s?|sin instalar|instalacion)\b/ },
  {
    name: "availability",
    pattern:
      /\b(?:availability|(?:un)?available|disponib(?:le|les|ilidad)|(?:is|are|was|were|went|still|currently) down|caid[oa]s?)\b/,
  },
];

/** Words by which a text says that its state passes. */
const TRANSIENT_STATES: readonly NamedPattern[] = [
  {
    name: "currently",
    pattern: /\b(?:currently|right now|at the moment|for now|actualmente|ahora mismo|de momento|por ahora)\b/,
  },
  { name: "temporarily", pattern: /\b(?:temporar(?:il)?y|temporalmente)\b/ },
  { name: "until_year", pattern: /\b(?:until|hasta) (?:[\w,]+ ){0,5}(?:\d{1,2}[/.])*(?:19|20)\d\d\b/ },
  { name: "exhausted", pattern: /\b(?:exhausted|agotad[oa]s?)\b/ },
  {
    name: "run_out",
    pattern: /\b(?:out of (?:[\w-]+ ){0,2}(?:credits?|quota)|sin (?:creditos?|cuota|saldo))\b/,
  },
  { name: "no_longer", pattern: /\b(?:no longer|ya no)\b/ },
  { name: "unavailable", pattern: /\b(?:unavailable|not available|no (?:esta |estan )?disponibles?)\b/ },
  { name: "down", pattern: /\b(?:(?:is|are|was|were|went|still|currently) down|caid[oa]s?)\b/ },
  {
    name: "not_installed",
    pattern: /\b(?:(?:not|isn'?t|aren'?t) installed|no (?:esta |estan )?instalad[oa]s?|sin instalar)\b/,
  },
  { name: "is_on_call", pattern: /\b(?:is (?:now )?on[ -]call|esta de guardia)\b/ },
  { name: "owns_role", pattern: /\b(?:owns the (?:[\w-]+ ){0,3}role|(?:tiene|ocupa) el rol)\b/ },
];

/**
 * Finds a text about a state that passes: it names a resource and says that the state is of the moment. "The API
 * enforces a rate limit of 60 requests per minute" names a resource but no passing state and is no match.
 * @returns the first rule that applies, `undefined` when none does or when the claim type states no fact.
 */
export function mutableStateRule(input: {
  readonly text: string;
  readonly claimType?: string | undefined;
}): MutableStateRule | undefined {
  if (input.claimType !== undefined && !STATE_TYPES.has(input.claimType)) return undefined;
  const folded = fold(input.text).replace(/’/g, "'").replace(/\s+/g, " ");
  const state = firstMatch(TRANSIENT_STATES, folded);
  const resource = state === undefined ? undefined : firstMatch(RESOURCES, folded);
  if (state === undefined || resource === undefined) return undefined;
  return { rule: resource, reason: `names ${resource} in a passing state: ${state}` };
}

function firstMatch(patterns: readonly NamedPattern[], text: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(text))?.name;
}
