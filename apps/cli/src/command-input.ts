import type { CommandInput } from "./command.ts";

/** The one option or argument `name`, when it was given as text. */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === "string" ? value : undefined;
}

export function numberOption(input: CommandInput, name: string): number | undefined {
  const value = input.options[name];
  return typeof value === "number" ? value : undefined;
}

export function switchOption(input: CommandInput, name: string): boolean {
  return input.options[name] === true;
}

/** Values of a list or of an option given several times; `undefined` when it was not given at all. */
export function listOption(input: CommandInput, name: string): readonly string[] | undefined {
  const value = input.options[name];
  return Array.isArray(value) ? (value as readonly string[]) : undefined;
}

/** A value that the command table restricts to `choices`. */
export function choiceOption<Choice extends string>(
  input: CommandInput,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === input.options[name]);
}

/** An argument that the command table requires. */
export function argument(input: CommandInput, index: number): string {
  return input.args[index] ?? "";
}
