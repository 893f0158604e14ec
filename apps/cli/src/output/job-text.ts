import type { JsonObject, JsonValue } from "@memorymaster/core";

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isScalar = (value: JsonValue): boolean => typeof value !== "object" || value === null;

/** `name=value` of what is no object; of a list its length. */
function scalars(result: JsonObject): string {
  return Object.entries(result)
    .filter(([, value]) => !isObject(value))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.length : String(value)}`)
    .join(" ");
}

/** Rows of a list, one a line, without what is itself a list. */
function rows(list: readonly JsonValue[]): readonly string[] {
  return list.filter(isObject).map((row) => {
    const shown = Object.entries(row).filter(([, value]) => value !== null && isScalar(value));
    return `  ${shown.map(([name, value]) => `${name}=${String(value)}`).join(" ")}`;
  });
}

/** The result of a job for people: figures of the whole, then of each part, then the rows. */
export function jobText(result: JsonObject): string {
  const parts = Object.entries(result).flatMap(([name, value]) =>
    isObject(value) ? [`${name}: ${scalars(value)}`] : [],
  );
  const listed = Object.values(result).flatMap((value) =>
    Array.isArray(value) ? rows(value as readonly JsonValue[]) : [],
  );
  return [scalars(result), ...parts, ...listed].filter((line) => line !== "").join("\n");
}
