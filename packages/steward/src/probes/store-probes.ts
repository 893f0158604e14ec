import { memoryOf } from "@memorymaster/core";
import type { Claim, Viewer } from "@memorymaster/core";
import { foldedValue } from "@memorymaster/core/jobs";
import type { StewardContext } from "../types.ts";
import { reasonOf } from "./reasons.ts";
import { needleOf } from "./search-needles.ts";
import type { Finding, Probe } from "./types.ts";

const ROWS = 8;
const TEXT_CHARACTERS = 80;

type Tuple = Pick<Claim, "subject" | "predicate" | "objectValue">;

const tupleOf = ({ subject, predicate, objectValue }: Tuple): string =>
  JSON.stringify([subject, predicate, objectValue].map((part) => (part === undefined ? null : foldedValue(part))));

function queryOf(claim: Claim): string {
  if (needleOf(claim) === "") return "";
  const text = [...claim.text].slice(0, TEXT_CHARACTERS).join("");
  return [claim.subject, claim.predicate, claim.objectValue, text].filter((part) => part?.trim()).join(" ");
}

/** Whether recall finds a claim by its own words, or another one of its tuple. Says nothing about truth. */
export function semanticProbe(context: StewardContext, allowSensitive: boolean): Probe {
  // Nobody is handed these rows: they count for no claim's use.
  const { recall } = memoryOf({ ...context, accessLog: undefined });
  return async (claim, signal) => {
    signal.throwIfAborted();
    const queryText = queryOf(claim);
    const { rows } =
      queryText === ""
        ? { rows: [] }
        : await recall.query({ queryText, limit: ROWS, scopes: [claim.scope], allowSensitive });
    const isSame = claim.objectValue !== undefined && claim.subject !== undefined;
    const metrics = {
      query: queryText,
      rows: rows.length,
      self_hit: rows.some((row) => row.claim.id === claim.id),
      tuple_hit: isSame && rows.some((row) => row.claim.id !== claim.id && tupleOf(row.claim) === tupleOf(claim)),
    };
    const passed = metrics.self_hit || metrics.tuple_hit;
    const name = queryText === "" ? "empty_query" : "no_related_hits";
    return { passed, metrics, reasons: passed ? [] : [reasonOf(`semantic_probe.${name}`)] };
  };
}

/** Whether the store still holds a claim as it was loaded. */
export function toolProbe({ store }: StewardContext, viewer: Viewer): Probe {
  return async (claim, signal): Promise<Finding> => {
    signal.throwIfAborted();
    const [stored] = await store.claims.getMany(viewer, [claim.id], false);
    const exists = stored !== undefined;
    const matches = exists && tupleOf(stored) === tupleOf(claim);
    const name = exists ? "tuple_mismatch" : "claim_missing";
    return {
      passed: matches,
      metrics: { exists, matches_tuple: matches },
      reasons: matches ? [] : [reasonOf(`tool_probe.${name}`)],
    };
  };
}
