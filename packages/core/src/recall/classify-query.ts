import { fold } from "../text/fold.ts";
import type { RetrievalMode, RetrievalProfile } from "./types.ts";

export const QUERY_TYPES = [
  "temporal",
  "constraint_check",
  "verification",
  "preference",
  "relational",
  "fact_lookup",
  "open_ended",
] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

export interface QueryClass {
  readonly queryType: QueryType;
  readonly recommendedMode: Exclude<RetrievalMode, "hybrid">;
  readonly profile: Exclude<RetrievalProfile, "auto">;
}

interface ClassRule extends QueryClass {
  readonly pattern: RegExp;
}

/** Whole words anywhere in the folded query. */
function anywhere(words: string): RegExp {
  return new RegExp(`\\b(?:${words})\\b`);
}

/** Whole words at the start, after signs only. */
function atStart(words: string): RegExp {
  return new RegExp(`^[^\\p{L}\\p{N}]*(?:${words})(?![\\p{L}\\p{N}_])`, "u");
}

/** In order: the first that matches decides. A question gets the same class in English and Spanish. */
const RULES: readonly ClassRule[] = [
  {
    queryType: "temporal",
    pattern: anywhere(
      "when|last week|yesterday|today|changed|history|timeline|before|after|since|" +
        "cuando|semana pasada|ayer|hoy|cambio|cambiaron|historial|cronologia|antes|despues|desde",
    ),
    recommendedMode: "legacy",
    profile: "fresh",
  },
  {
    queryType: "constraint_check",
    pattern: anywhere(
      "rules?|constraints?|must|never|always|require[sd]?|forbidden|policy|" +
        "reglas?|restriccion(?:es)?|deben?|debemos|nunca|siempre|requieren?|prohibid[oa]s?|politica",
    ),
    recommendedMode: "legacy",
    profile: "precision",
  },
  {
    queryType: "verification",
    pattern: atStart(
      "is it|does it|can we|should we|is there|are there|did we|have we|" + "es|hay|podemos|deberiamos|hemos",
    ),
    recommendedMode: "legacy",
    profile: "precision",
  },
  {
    queryType: "preference",
    pattern: anywhere(
      "prefer(?:s|red)?|like|wants?|style|conventions?|" +
        "prefiere[ns]?|prefiero|gusta|quiere[ns]?|estilo|convencion(?:es)?",
    ),
    recommendedMode: "qdrant",
    profile: "semantic",
  },
  {
    queryType: "relational",
    pattern: anywhere(
      "depends on|calls|uses|imports|related to|connected|linked|" +
        "dependen? de|llaman? a|utilizan?|importan?|relacionad[oa]s? con|conectad[oa]s?|enlazad[oa]s?",
    ),
    recommendedMode: "qdrant",
    profile: "semantic",
  },
  {
    queryType: "fact_lookup",
    pattern: atStart(
      "what|where|which|who|how many|how much|" + "que|donde|cual(?:es)?|quien(?:es)?|cuant[oa]s?|en que",
    ),
    recommendedMode: "legacy",
    profile: "precision",
  },
];

const OPEN_ENDED: QueryClass = { queryType: "open_ended", recommendedMode: "qdrant", profile: "recall" };

/** Says what kind of question a query is, by its words, and which retrieval suits that kind. */
export function classifyQuery(query: string): QueryClass {
  const folded = fold(query).replace(/\s+/g, " ");
  const { queryType, recommendedMode, profile } = RULES.find(({ pattern }) => pattern.test(folded)) ?? OPEN_ENDED;
  return { queryType, recommendedMode, profile };
}
