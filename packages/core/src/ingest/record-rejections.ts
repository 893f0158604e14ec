import { InvalidInputError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { rejectionEvent } from "./claim-events.ts";
import { cleanEvents } from "./clean-parts.ts";

interface Rejection {
  readonly rule: string;
  readonly reason: string;
}

function rejectionOf(result: unknown): readonly Rejection[] {
  if (!(result instanceof InvalidInputError) || result.code !== "input.intake_rejected") return [];
  const { rule, reason } = result.details;
  return typeof rule === "string" && typeof reason === "string" ? [{ rule, reason }] : [];
}

/** Leaves a trace of the claims that the intake policy refused. The refusal stands whether or not the trace can be written. */
export async function recordRejections(
  context: MemoryContext,
  results: readonly unknown[],
  createdAt: string,
): Promise<void> {
  const rejections = results.flatMap(rejectionOf);
  if (rejections.length === 0) return;
  const stamp = { tenantId: context.authority.tenantId, createdAt };
  const events = cleanEvents(rejections.map((rejection) => rejectionEvent(rejection, stamp)));
  await context.store.transaction(() => context.store.events.append(events)).catch(() => undefined);
}
