export { createQdrantIndex } from "./create-qdrant-index.ts";
export type { QdrantIndexOptions } from "./create-qdrant-index.ts";
