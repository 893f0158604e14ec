import { analyze } from "../text/analyze.ts";
import { fold } from "../text/fold.ts";

interface Speaking {
  readonly speaker?: string | undefined;
  readonly role: string;
}

export interface NamedSpeakers {
  /** Speakers whose name, or a part of it, is a word of the question. */
  readonly names: ReadonlySet<string>;
  /** The terms of these names: a turn that holds one is said to that person, seldom by them. */
  readonly terms: ReadonlySet<string>;
}

/** Whose turns a question asks for. A speaker called by the role alone (`user`) has no name. */
export function namedSpeakers(turns: readonly Speaking[], queryText: string): NamedSpeakers {
  const asked = new Set(termsOf(queryText));
  const speakers = new Set(turns.flatMap(({ speaker, role }) => (hasName(speaker, role) ? [speaker] : [])));
  const named = [...speakers].filter((speaker) => termsOf(speaker).some((term) => asked.has(term)));
  return { names: new Set(named), terms: new Set(named.flatMap(termsOf)) };
}

function hasName(speaker: string | undefined, role: string): speaker is string {
  return speaker !== undefined && fold(speaker) !== fold(role);
}

function termsOf(text: string): readonly string[] {
  return analyze(text, "query").flatMap(({ terms }) => terms);
}
