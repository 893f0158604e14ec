/** An element as a strict reader of XML 1.0 sees it; `text` is its own text, without that of its children. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const LEGAL = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;
const NAME = String.raw`[a-z][a-z_-]*`;
const ATTRIBUTE = String.raw`\s+${NAME}="[^"<]*"`;
const TAG = new RegExp(`<(/?)(${NAME})((?:${ATTRIBUTE})*)\\s*(/?)>`, "y");
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d+));/y;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

class XmlFault extends Error {}

function check(isWellFormed: boolean, what: string): asserts isWellFormed {
  if (!isWellFormed) throw new XmlFault(what);
}

/** Resolves entities; a lone `&`, a bare `<` and an illegal character are faults. */
function decoded(raw: string): string {
  let text = "";
  for (let at = 0; at < raw.length;) {
    if (raw[at] !== "&") {
      text += raw.charAt(at);
      at += 1;
      continue;
    }
    ENTITY.lastIndex = at;
    const entity = ENTITY.exec(raw);
    check(entity !== null, "lone &");
    text += entity[1] === undefined ? String.fromCodePoint(Number(entity[2])) : (NAMED[entity[1]] ?? "");
    at = ENTITY.lastIndex;
  }
  check(LEGAL.test(text), "illegal character");
  return text;
}

function readAttributes(raw: string): Record<string, string> {
  const pairs = [...raw.matchAll(/\s+([a-z_-]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, decoded(value.replace(/[\t\n\r]/g, " "))] as const,
  );
  check(new Set(pairs.map(([name]) => name)).size === pairs.length, "attribute given twice");
  return Object.fromEntries(pairs);
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads one document of elements, attributes and text. Throws when it is not well-formed. */
export function readXml(source: string): XmlElement {
  const document = source.replace(/\r\n?/g, "\n");
  check(LEGAL.test(document), "illegal character");
  const top: Open = { name: "", attributes: {}, children: [], text: "" };
  const open: Open[] = [top];
  for (let at = 0; at < document.length;) {
    at = document[at] === "<" ? readTag(document, at, open) : readText(document, at, open);
  }
  const root = top.children[0];
  check(root !== undefined && top.children.length === 1 && top.text.trim() === "", "no single root");
  check(open.length === 1, "not closed");
  return root;
}

function innermost(open: readonly Open[]): Open {
  const current = open.at(-1);
  check(current !== undefined, "closed too often");
  return current;
}

function readText(document: string, at: number, open: readonly Open[]): number {
  const next = document.indexOf("<", at);
  const end = next === -1 ? document.length : next;
  const raw = document.slice(at, end);
  check(!raw.includes("]]>"), "]]> in text");
  innermost(open).text += decoded(raw);
  return end;
}

function readTag(document: string, at: number, open: Open[]): number {
  TAG.lastIndex = at;
  const tag = TAG.exec(document);
  check(tag !== null, `bad tag at ${at}`);
  const [, closing, name = "", raw = "", empty] = tag;
  const current = innermost(open);
  if (closing === "/") {
    check(current.name === name && raw === "" && empty === "", `unexpected </${name}>`);
    open.pop();
    return TAG.lastIndex;
  }
  const element: Open = { name, attributes: readAttributes(raw), children: [], text: "" };
  current.children.push(element);
  if (empty === "") open.push(element);
  return TAG.lastIndex;
}
