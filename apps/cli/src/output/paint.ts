import type { Io, Output } from "../io.ts";

type Style = (text: string) => string;

/** Styles of text for people; without colours each of them returns the text as it is. */
export interface Paint {
  readonly strong: Style;
  readonly faint: Style;
  readonly notice: Style;
  readonly alarm: Style;
}

const plain: Style = (text) => text;
const ansi =
  (on: number, off: number): Style =>
  (text) =>
    `\u001b[${on}m${text}\u001b[${off}m`;

const PLAIN: Paint = { strong: plain, faint: plain, notice: plain, alarm: plain };
const COLORED: Paint = { strong: ansi(1, 22), faint: ansi(2, 22), notice: ansi(33, 39), alarm: ansi(31, 39) };

/** Colours for a stream: only on a terminal that can show them, and unless the user said no (`--no-color`, `NO_COLOR`). */
export function paintFor(stream: Output, io: Io, color: boolean): Paint {
  const refused = !color || (io.env["NO_COLOR"] ?? "") !== "" || io.env["TERM"] === "dumb";
  return stream.isTTY && !refused ? COLORED : PLAIN;
}
