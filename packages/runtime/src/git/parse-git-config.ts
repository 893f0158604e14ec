/** Values by lower-case section, exact subsection and lower-case name, joined by `.`, in file order. */
export type GitConfig = ReadonlyMap<string, readonly string[]>;

const SECTION = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const ENTRY = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };
/** A piece of a value: in quotes, escaped, or plain; a comment ends it. */
const PIECE = /"(?<quoted>(?:[^"\\]|\\.)*)"?|\\(?<escaped>.)|(?<comment>[#;].*)|(?<plain>[^\\"#;]+)/gs;

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_pair, sign: string) => ESCAPES[sign] ?? sign);
}

/** A value without quotes, escapes, comment and the blanks around it; blanks in quotes stay. */
function parseValue(raw: string): string {
  let value = "";
  let kept = 0;
  for (const { groups = {} } of raw.matchAll(PIECE)) {
    if (groups["plain"] !== undefined) {
      value += groups["plain"];
    } else {
      value += unescaped(groups["quoted"] ?? (groups["escaped"] === undefined ? "" : `\\${groups["escaped"]}`));
      // Nothing of a comment was added, so what was kept before it is still all that counts.
      if (groups["comment"] === undefined) kept = value.length;
    }
  }
  return value.slice(0, kept) + value.slice(kept).trimEnd();
}

/** A line that ends in an odd number of backslashes goes on in the next one. */
function logicalLines(text: string): string[] {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/(?<!\\)((?:\\\\)*)\\\r?\n/g, "$1")
    .split(/\r?\n/);
}

function sectionOf(header: RegExpExecArray): string {
  const subsection = header[2] === undefined ? "" : `.${header[2].replace(/\\(.)/g, "$1")}`;
  return `${(header[1] ?? "").toLowerCase()}${subsection}`;
}

/** Reads the text of one git config file. Includes are not followed; what is no valid line is skipped. */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string[]>();
  let section: string | undefined;
  for (const line of logicalLines(text)) {
    const header = SECTION.exec(line);
    if (header !== null) section = sectionOf(header);
    const [, name, value] = ENTRY.exec(header === null ? line : line.slice(header[0].length)) ?? [];
    if (name === undefined || section === undefined) continue;
    const key = `${section}.${name.toLowerCase()}`;
    values.set(key, [...(values.get(key) ?? []), value === undefined ? "true" : parseValue(value)]);
  }
  return values;
}
