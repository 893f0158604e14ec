export type {
  GitReader,
  Job,
  ScanLimits,
  StepResult,
  StewardContext,
  WorkspaceFile,
  WorkspaceReader,
} from "./types.ts";
