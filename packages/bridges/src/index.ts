export type { CaptureCursor, CaptureCursors, CaptureStream } from "./capture/cursors.ts";
export { mineTranscript } from "./mining/mine-transcript.ts";
export type { MineOptions, MineResult, MiningMemory } from "./mining/mine-transcript.ts";
export { observedType } from "./mining/observation.ts";
export { readTranscript } from "./transcripts/reader.ts";
export { LINE_CLASSES } from "./transcripts/types.ts";
export type { LineClass, LineCounts, Transcript, TranscriptOptions, TranscriptTurn } from "./transcripts/types.ts";
