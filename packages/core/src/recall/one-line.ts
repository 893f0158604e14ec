const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** A value in one line, without control characters, so that it cannot look like two, nor steer a terminal. */
export function oneLine(value: string): string {
  return value.replace(LINE_BREAKS, " ").replace(CONTROL_CHARACTERS, "").toWellFormed();
}
