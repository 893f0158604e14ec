import type { Claim } from "@memorymaster/core";

import { GENERIC_SUBJECTS } from "../extractor/infer-structure.ts";

/** What the extractor infers about them; given by a caller, another attribute of them is an attribute like any other. */
const INFERRED_PREDICATES: ReadonlySet<string> = new Set(["ip_address", "url", "location_hint"]);

/** Whether the tuple was made of the text and does not say which server or service is meant: such never conflict. */
export function isGenericTuple({ subject = "", predicate = "" }: Pick<Claim, "subject" | "predicate">): boolean {
  return GENERIC_SUBJECTS.has(subject) && INFERRED_PREDICATES.has(predicate);
}
