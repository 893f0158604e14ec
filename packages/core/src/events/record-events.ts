import { EVENT_ROLES } from "../ports/field-roles.ts";
import type { Store } from "../ports/store.ts";
import { cleanRecord } from "../security/clean.ts";
import type { NewEvent } from "./event.ts";

/** Appends events in the caller's transaction; secrets in their words are taken out. */
export async function recordEvents(store: Pick<Store, "events">, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await store.events.append(events.map((event) => cleanRecord(event, EVENT_ROLES, { onSecret: "redact" }).record));
}
