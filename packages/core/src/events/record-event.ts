import { InternalError } from "../errors/errors.ts";
import type { Store } from "../ports/store.ts";
import type { NewEvent } from "./event.ts";
import { recordEvents } from "./record-events.ts";

/** Appends one event in the caller's transaction and returns its id. */
export async function recordEvent(store: Pick<Store, "events">, event: NewEvent): Promise<number> {
  const [id] = await recordEvents(store, [event]);
  if (id === undefined) throw new InternalError("internal.unexpected", "The store gave no id for an event");
  return id;
}
