import { ConfigError } from "../errors/errors.ts";
import { parseBoolean, parseList, parseNumber } from "./env-text.ts";
import { ignoredVariables } from "./out-of-scope.ts";
import { SETTING_KEYS, SETTINGS, settingsFrom } from "./schema.ts";
import type { Setting, SettingKey, SettingValues, TextForm } from "./schema.ts";
import type { MemorySettings } from "./settings.ts";

export interface SettingsSources {
  /** The parsed configuration file and the name it is known by. */
  readonly file?: { readonly name: string; readonly content: unknown } | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Keys of the file that other parts of the product read. */
  readonly otherKeys?: readonly string[] | undefined;
}

/** A setting with where its value comes from: a variable, the file or the default. */
export interface SettingEntry {
  readonly key: SettingKey;
  readonly value: SettingValues[SettingKey];
  readonly origin: "env" | "file" | "default";
  /** The variable or the file; of a default the variable that would change it. */
  readonly name: string;
}

export interface ResolvedSettings {
  readonly settings: MemorySettings;
  readonly entries: readonly SettingEntry[];
  /** For the operator, without values. */
  readonly warnings: readonly string[];
}

interface Found extends Pick<SettingEntry, "origin" | "name"> {
  readonly raw: unknown;
}

const NAMES_SEPARATOR = ", ";
const variableOf = (key: SettingKey): string => `MEMORYMASTER_${key.toUpperCase()}`;

function refuse(name: string, why: string): never {
  throw new ConfigError("config.invalid", `${name}: ${why}`, { details: { name } });
}

function numberFrom(name: string, text: string): number {
  return parseNumber(text) ?? refuse(name, "is not a number");
}

function partsFrom(name: string, items: readonly string[], parts: readonly string[]): Record<string, number> {
  if (items.length !== parts.length) {
    refuse(name, `needs ${parts.length} numbers (${parts.join(NAMES_SEPARATOR)}), has ${items.length}`);
  }
  return Object.fromEntries(parts.map((part, index) => [part, numberFrom(name, items[index] ?? "")]));
}

function valueFromText(name: string, text: string, form: TextForm): unknown {
  switch (form.kind) {
    case "number":
      return numberFrom(name, text);
    case "boolean":
      return parseBoolean(text);
    case "text":
      return text.trim();
    case "texts":
      return parseList(text).filter((item) => item !== "");
    case "numbers":
      return partsFrom(name, parseList(text), form.parts);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A file may name some parts of a setting only, or list them all in the order of the variable. */
function valueFromFile<Value>(raw: unknown, { form, initial }: Setting<Value>): unknown {
  if (form.kind !== "numbers") return raw;
  if (isRecord(raw)) return { ...initial, ...raw };
  return Array.isArray(raw) && raw.length === form.parts.length
    ? Object.fromEntries(form.parts.map((part, index) => [part, (raw as unknown[])[index]]))
    : raw;
}

function checked<Value>(key: SettingKey, setting: Setting<Value>, found: Found): Value {
  const result = setting.schema.safeParse(found.raw);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = found.origin === "file" ? [key, ...(issue?.path ?? [])] : (issue?.path ?? []);
  return refuse(found.name, [...place.map(String), issue?.message ?? "invalid value"].join(": "));
}

function contentOf(file: SettingsSources["file"]): Readonly<Record<string, unknown>> {
  if (file === undefined) return {};
  return isRecord(file.content) ? file.content : refuse(file.name, "must hold one JSON object");
}

function find(sources: SettingsSources, key: SettingKey, warnings: string[]): Found {
  const setting: Setting<SettingValues[SettingKey]> = SETTINGS[key];
  const variable = variableOf(key);
  const text = sources.env?.[variable]?.trim() ?? "";
  if (text !== "") {
    const raw = valueFromText(variable, text, setting.form);
    if (raw !== undefined) return { raw, origin: "env", name: variable };
    warnings.push(`${variable} is neither on (1, true, yes, on) nor off (0, false, no, off) and has no effect`);
  }
  const given = contentOf(sources.file)[key];
  if (sources.file !== undefined && given !== undefined) {
    return { raw: valueFromFile(given, setting), origin: "file", name: sources.file.name };
  }
  return { raw: setting.initial, origin: "default", name: variable };
}

function unknownKeys(sources: SettingsSources): readonly string[] {
  const known = new Set<string>([...SETTING_KEYS, ...(sources.otherKeys ?? [])]);
  return Object.keys(contentOf(sources.file)).filter((key) => !known.has(key));
}

function sourceWarnings(sources: SettingsSources): readonly string[] {
  const unknown = unknownKeys(sources).map((key) => `${sources.file?.name ?? ""}: unknown key ${key} is ignored`);
  const set = Object.entries(sources.env ?? {}).filter(([, text]) => (text ?? "").trim() !== "");
  const ignored = ignoredVariables(set.map(([name]) => name));
  return ignored.length === 0
    ? unknown
    : [...unknown, `Variables without effect in this version: ${ignored.join(NAMES_SEPARATOR)}`];
}

/**
 * The settings from a file and the environment: a variable beats the file, the file beats the default.
 *
 * @throws ConfigError `config.invalid`; `details.name` is the variable or the file
 */
export function resolveSettings(sources: SettingsSources = {}): ResolvedSettings {
  const warnings = [...sourceWarnings(sources)];
  const entries = SETTING_KEYS.map((key): SettingEntry => {
    const found = find(sources, key, warnings);
    const setting: Setting<SettingValues[SettingKey]> = SETTINGS[key];
    return { key, value: checked(key, setting, found), origin: found.origin, name: found.name };
  });
  const values = Object.fromEntries(entries.map(({ key, value }) => [key, value])) as unknown as SettingValues;
  return { settings: settingsFrom(values), entries, warnings };
}
