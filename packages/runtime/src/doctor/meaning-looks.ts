import { createMemory } from "@memorymaster/core";
import type { VectorHealth } from "@memorymaster/core";

import { variable } from "../environment.ts";
import { embedderSteps, openVectors } from "../vectors/open-vectors.ts";
import { pass, warn } from "./finding.ts";
import type { Finding, Looks } from "./finding.ts";

/** Reasons for which somebody has decided. */
const ON_PURPOSE: readonly VectorHealth["reason"][] = ["reads_disabled", "team_not_granted"];

function indexFinding({ kind, name, reason, points, outbox }: VectorHealth): Finding {
  const facts = [
    `${kind ?? ""} ${name ?? ""}: ${points ?? 0} points`,
    ...(outbox.waiting > 0 ? [`${outbox.waiting} claims wait`] : []),
    ...(outbox.stuck > 0 ? [`${outbox.stuck} are stuck`] : []),
    ...(reason === undefined ? [] : [`${reason}: words answer`]),
  ];
  const isWell = (reason === undefined && outbox.stuck === 0) || ON_PURPOSE.includes(reason);
  return isWell ? pass(facts.join(", ")) : warn(facts.join(", "), "memorymaster qdrant-sync");
}

/** An index of earlier that this program cannot reach any more still holds vectors of what has been taken away since. */
function leftBehind({ outbox: { waiting, stuck } }: VectorHealth): Finding | undefined {
  if (waiting + stuck === 0) return undefined;
  return warn(`${waiting + stuck} changes wait for an index that is not set up any more`, "memorymaster models list");
}

/** Search by meaning: the models in order of choice, and the index of their vectors. */
export const MEANING_LOOKS: Looks = {
  embedder: async ({ surroundings }) => {
    const steps = await embedderSteps(surroundings);
    const detail = steps
      .filter(({ state }) => state !== "off")
      .map((step) => `${step.kind} ${step.state}: ${step.detail}`);
    const used = steps.some(({ state }) => state === "used");
    const { embed_provider: provider } = surroundings.config.runtime;
    if (used) return pass(detail.join("; "));
    if (provider === "none") return pass("none: search is by words alone");
    // Whoever has named a service, or an index, expects it to be used.
    const isWanted = provider !== "local" || variable(surroundings.env, "QDRANT_URL") !== undefined;
    const judge = isWanted ? warn : pass;
    return judge(`search is by words alone (${detail.join("; ")})`, "memorymaster models pull");
  },
  vector_index: async ({ store, surroundings }) => {
    const { parts: vectors, fault } = await openVectors(surroundings, store);
    if (fault !== undefined) return warn(`${fault.message}: words answer`, "set it right, or take it away");
    const { config, clock } = surroundings;
    try {
      const memory = createMemory({ store, clock, settings: config.memory, vectors });
      const health = await memory.vectors.health();
      return vectors === undefined ? leftBehind(health) : indexFinding(health);
    } finally {
      await vectors?.index.close();
    }
  },
};
