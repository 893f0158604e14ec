import type { Claim, ClaimInput, JsonObject, MemoryEvent } from "@memorymaster/core";
import { payloadOf } from "@memorymaster/core/jobs";

import type { StewardWorld } from "../support/steward-world.ts";

const TYPE = "deterministic_validator";
export const ACTOR: { readonly actor: string } = { actor: "mara" };

/** A claim whose object is the value of a predicate. */
export const about = (
  predicate: string,
  objectValue: string,
  more: Partial<ClaimInput> = {},
): Parameters<StewardWorld["ingest"]>[0] => ({
  text: `The ${predicate} of the till is ${objectValue}`,
  subject: "till",
  predicate,
  objectValue,
  ...more,
});

/** Of one claim, oldest first. */
export const checksOf = async (world: StewardWorld, { id }: Claim): Promise<readonly MemoryEvent[]> =>
  (await world.events(id)).filter(({ eventType }) => eventType === TYPE);

export const latestCheck = async (world: StewardWorld, { id }: Claim): Promise<MemoryEvent> => {
  const [event] = await world.store.jobs.latestEvents([id], TYPE);
  if (event === undefined) throw new Error(`claim ${id} was not checked`);
  return event;
};

/** Outcomes that the newest check of a claim tells of. */
export async function outcomesOf(world: StewardWorld, claim: Claim): Promise<Record<string, unknown>> {
  const payload = payloadOf(await latestCheck(world, claim)) ?? {};
  return Object.fromEntries(Object.entries(payload).filter(([key]) => /_(?:valid|exists|match)$/.test(key)));
}

/** What moved a confidence, oldest first. */
export const adjustments = async (world: StewardWorld, { id }: Claim): Promise<readonly (string | undefined)[]> =>
  (await world.events(id)).filter(({ eventType }) => eventType === "confidence").map(({ details }) => details);

export const confirm = (world: StewardWorld, { id }: Claim): Promise<unknown> =>
  world.memory.claims.confirm([id], ACTOR);

export const NO_CHECKS: JsonObject = {
  path_checked: 0,
  ipv4_checked: 0,
  ipv6_checked: 0,
  cidr_checked: 0,
  url_checked: 0,
  email_checked: 0,
  host_checked: 0,
  port_checked: 0,
  date_checked: 0,
  semver_checked: 0,
  sha256_checked: 0,
  uuid_checked: 0,
  phone_checked: 0,
  country_code_checked: 0,
};

export const NOTHING: JsonObject = {
  checked: 0,
  boosted: 0,
  dropped: 0,
  unchanged: 0,
  no_signal: 0,
  hard_conflicted: 0,
  revalidation_checked: 0,
  predicate_checks: NO_CHECKS,
  errors: 0,
  skipped: 0,
};
