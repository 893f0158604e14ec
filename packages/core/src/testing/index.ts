export { createCountingIds } from "./counting-ids.ts";
export { createFixedClock } from "./fixed-clock.ts";
export type { FixedClock } from "./fixed-clock.ts";
export { createHashEmbedder } from "./hash-embedder.ts";
export { createMemoryStore } from "./memory-store/create-memory-store.ts";
export type { MemoryStoreOptions } from "./memory-store/create-memory-store.ts";
export { newClaim } from "./new-claim.ts";
export { cleanCitation, cleanClaim, cleanEvent, cleanTurn } from "./clean-builders.ts";
