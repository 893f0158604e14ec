import { identifyLegacy } from "@memorymaster/core";
import type { LegacySource } from "@memorymaster/core";

import { explained } from "./open-store.ts";

/**
 * Opens a database of the earlier product (v3.3 to v4.8), to read it; the code for that is loaded only now.
 *
 * @throws StoreError `store.missing`, `store.unavailable`, `store.busy`
 * @throws InvalidInputError `input.invalid` for another program's database and for one of today
 */
export async function openLegacyFile(path: string): Promise<LegacySource> {
  let source: LegacySource | undefined;
  try {
    const { openLegacySource } = await import("@memorymaster/store-sqlite");
    source = openLegacySource(path);
    identifyLegacy(source);
    return source;
  } catch (error) {
    source?.[Symbol.dispose]();
    throw explained(error, path);
  }
}
