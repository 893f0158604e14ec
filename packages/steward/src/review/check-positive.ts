import { InvalidInputError } from "@memorymaster/core";

/** @throws InvalidInputError `input.invalid` naming the first option, as it stands on the wire, that is no whole number above 0 */
export function checkPositive(options: Readonly<Record<string, number>>): void {
  const field = Object.keys(options).find((name) => !Number.isSafeInteger(options[name]) || Number(options[name]) < 1);
  if (field === undefined) return;
  throw new InvalidInputError("input.invalid", `${field} must be a whole number above 0`, { details: { field } });
}
