import type { JsonObject, JsonValue } from "@memorymaster/core";

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Scalar = string | number | boolean | null;

const isScalar = (value: JsonValue): value is Scalar => typeof value !== "object" || value === null;
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** `name=value` of what is no object; of a list its length. */
function scalars(result: JsonObject): string {
  return Object.entries(result)
    .flatMap(([name, value]) => {
      if (isList(value)) return [`${name}=${value.length}`];
      return isScalar(value) ? [`${name}=${String(value)}`] : [];
    })
    .join(" ");
}

/** Rows of a list, one a line, without what is itself a list. */
function rows(list: readonly JsonValue[]): readonly string[] {
  return list.filter(isObject).map((row) => {
    const shown = Object.entries(row).flatMap(([name, value]) =>
      value !== null && isScalar(value) ? [`${name}=${String(value)}`] : [],
    );
    return `  ${shown.join(" ")}`;
  });
}

/** The result of a job for people: figures of the whole, then of each part, then the rows. */
export function jobText(result: JsonObject): string {
  const parts = Object.entries(result).flatMap(([name, value]) =>
    isObject(value) ? [`${name}: ${scalars(value)}`] : [],
  );
  const listed = Object.values(result).flatMap((value) => (isList(value) ? rows(value) : []));
  return [scalars(result), ...parts, ...listed].filter((line) => line !== "").join("\n");
}
