import type { Memory } from "@memorymaster/core";
import type { Naming } from "./stage.ts";

/**
 * Who reaches the target by a call: `asked` = who sees it, sensitive only when the call asks for that; `plain` = the
 * same without a way to ask; `governed` = who sees it, sensitive where the operator allows that at all; `operator` = a
 * call about the whole store, for the operator alone; `tenant` = it counts all there is in the tenant; `nobody` = it
 * says nothing of any claim; `local` = the same, and
 * no team may call it; `hides` = nobody whom the target is hidden from, and others as the rules of ingest say.
 */
export type Reach = "asked" | "plain" | "governed" | "operator" | "tenant" | "nobody" | "local" | "hides";

export interface Row {
  readonly reach: Reach;
  /** Whether a reader may not do it at all. */
  readonly changes?: boolean;
  /** Whether it names the target by `ref`, so that each way to name it counts. */
  readonly named?: boolean;
  /** Whether it runs outside of transactions alone; it must write nothing. */
  readonly outside?: boolean;
  /** The answer without what depends on how much else there is: scores and ids of new rows. */
  readonly call: (memory: Memory, on: Naming) => Promise<unknown>;
}
