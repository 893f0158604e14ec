import { LIMITS, LOG_LEVELS } from "@memorymaster/core";
import type { LogLevel } from "@memorymaster/core";

/** How surely an acknowledged write survives power loss; `normal` may lose the last ones. */
const SYNCHRONOUS_MODES = ["full", "normal"] as const;

/** Whose models turn texts into vectors; `auto` = the first of the chain that is set up. */
const EMBED_PROVIDERS = ["local", "gemini", "openai-compatible", "auto", "none"] as const;

/** Settings of the assembled product, beside those of the core. Keys of the configuration file in snake case. */
export interface RuntimeSettings {
  readonly log_level: LogLevel;
  readonly synchronous: (typeof SYNCHRONOUS_MODES)[number];
  /** Scope of the project, whatever the workspace says; empty = by the workspace. */
  readonly default_project_scope: string;
  /** Gives every new project scope a suffix. */
  readonly scope_disambiguate: boolean;
  /** Whether sensitive claims may be asked for at all. */
  readonly allow_sensitive_bypass: boolean;
  /** Folder of the notes about which claims were handed out. */
  readonly spool_dir: string;
  /** Folder of the copies without free space. */
  readonly snapshot_dir: string;
  /** Texts leave this machine only where a service is named here, or `auto` is. */
  readonly embed_provider: (typeof EMBED_PROVIDERS)[number];
  /** A name, `owner/name`, or the path of a model's folder. */
  readonly embed_local_model: string;
  /** Folder of local models. */
  readonly embed_model_dir: string;
  /** Whether a missing local model is downloaded when it is needed. */
  readonly embed_allow_download: boolean;
}

export type RuntimeKey = keyof RuntimeSettings;

export interface RuntimeSetting<Value> {
  readonly initial: Value;
  /** What a value must be, for the message. */
  readonly expects: string;
  /** The value as it is used, or `undefined` when it is none. */
  readonly read: (raw: unknown) => Value | undefined;
}

function oneOf<Word extends string>(words: readonly Word[], initial: Word): RuntimeSetting<Word> {
  return {
    initial,
    expects: `must be one of ${words.join(", ")}`,
    read: (raw) => words.find((word) => typeof raw === "string" && word === raw.toLowerCase()),
  };
}

const SWITCH: RuntimeSetting<boolean> = {
  initial: false,
  expects: "must be true or false",
  read: (raw) => (typeof raw === "boolean" ? raw : undefined),
};

const LABEL: RuntimeSetting<string> = {
  initial: "",
  expects: `must be a text of at most ${LIMITS.label} characters`,
  read: (raw) => (typeof raw === "string" && [...raw.trim()].length <= LIMITS.label ? raw.trim() : undefined),
};

const named = (initial: string, expects: string): RuntimeSetting<string> => ({
  initial,
  expects,
  read: (raw) => (typeof raw === "string" && raw.trim() !== "" ? raw.trim() : undefined),
});

const FOLDER = "must be the path of a folder";

/** The variable of a setting is `MEMORYMASTER_` and the key in capitals. */
export const RUNTIME_SETTINGS: { readonly [Key in RuntimeKey]: RuntimeSetting<RuntimeSettings[Key]> } = {
  log_level: oneOf(LOG_LEVELS, "warning"),
  synchronous: oneOf(SYNCHRONOUS_MODES, "full"),
  default_project_scope: LABEL,
  scope_disambiguate: SWITCH,
  allow_sensitive_bypass: SWITCH,
  spool_dir: named("~/.memorymaster/spool", FOLDER),
  snapshot_dir: named("~/.memorymaster/snapshots", FOLDER),
  embed_provider: oneOf(EMBED_PROVIDERS, "local"),
  embed_local_model: named("multilingual-e5-small", "must name a model"),
  embed_model_dir: named("~/.memorymaster/models", FOLDER),
  embed_allow_download: SWITCH,
};

export const RUNTIME_KEYS: readonly RuntimeKey[] = Object.keys(RUNTIME_SETTINGS) as RuntimeKey[];
