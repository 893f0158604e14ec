/**
 * Finds which of many literals occur in a text in one pass (Aho and Corasick, "Efficient string matching", 1975).
 * ASCII letters match in either case; a character that no literal holds starts the search afresh.
 */
export interface HintMatcher {
  /** Symbol of each ASCII code unit; 0 for those that no literal holds. */
  readonly symbols: Uint8Array;
  /** Next state, indexed by `(state >>> 1) + symbol`. The lowest bit of a state says that a literal ends there. */
  readonly next: Uint32Array;
  /** For each state whose lowest bit is set, the literals that end there. */
  readonly ends: ReadonlyMap<number, readonly number[]>;
}

interface Node {
  readonly children: Map<number, Node>;
  readonly state: number;
  ends: number[];
  fallback: Node | undefined;
}

/** @param hints ASCII, lower case; position in the list is the number that `ends` reports. */
export function createHintMatcher(hints: readonly string[]): HintMatcher {
  const symbols = symbolsOf(hints);
  const width = Math.max(...symbols) + 1;
  const nodes = buildTrie(hints, symbols);
  const next = new Uint32Array(nodes.length * width);
  const ends = new Map<number, readonly number[]>();
  // Shallow nodes come first, so that a node's fallback is complete when the node is written.
  for (const node of inBreadth(nodes)) {
    link(node, { next, width });
    if (node.ends.length > 0) ends.set(2 * node.state * width + 1, node.ends);
  }
  for (let at = 0; at < next.length; at += 1) {
    const state = 2 * (next[at] ?? 0);
    next[at] = ends.has(state + 1) ? state + 1 : state;
  }
  return { symbols, next, ends };
}

function symbolsOf(hints: readonly string[]): Uint8Array {
  const symbols = new Uint8Array(128);
  let count = 0;
  for (const character of new Set(hints.join(""))) {
    count += 1;
    symbols[character.charCodeAt(0)] = count;
    symbols[character.toUpperCase().charCodeAt(0)] = count;
  }
  return symbols;
}

function buildTrie(hints: readonly string[], symbols: Uint8Array): Node[] {
  const root: Node = { children: new Map(), state: 0, ends: [], fallback: undefined };
  const nodes = [root];
  hints.forEach((hint, index) => {
    let node = root;
    for (let at = 0; at < hint.length; at += 1) {
      const symbol = symbols[hint.charCodeAt(at)] ?? 0;
      let child = node.children.get(symbol);
      if (child === undefined) {
        child = { children: new Map(), state: nodes.length, ends: [], fallback: root };
        node.children.set(symbol, child);
        nodes.push(child);
      }
      node = child;
    }
    node.ends.push(index);
  });
  return nodes;
}

function inBreadth(nodes: readonly Node[]): readonly Node[] {
  const order = nodes.slice(0, 1);
  for (const node of order) order.push(...node.children.values());
  return order;
}

function link(node: Node, table: { readonly next: Uint32Array; readonly width: number }): void {
  const { next, width } = table;
  const row = node.state * width;
  const fallbackRow = node.fallback === undefined ? 0 : node.fallback.state * width;
  if (node.fallback !== undefined) {
    next.copyWithin(row, fallbackRow, fallbackRow + width);
    node.ends = [...node.ends, ...node.fallback.ends];
  }
  for (const [symbol, child] of node.children) {
    if (node.fallback !== undefined) child.fallback = stateNode(node, symbol);
    next[row + symbol] = child.state * width;
  }
}

/** Where the fallback of `node` goes on `symbol`: the longest shorter match that can still grow. */
function stateNode(node: Node, symbol: number): Node {
  let shorter = node.fallback;
  while (shorter !== undefined) {
    const found = shorter.children.get(symbol);
    if (found !== undefined) return found;
    if (shorter.fallback === undefined) return shorter;
    shorter = shorter.fallback;
  }
  return node;
}
