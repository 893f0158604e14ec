/** What marks the context that this product hands out, in any of its forms and however it is escaped. */
const OWN_MARK = /<memory-context|# Relevant Memory Claims|claims_included\\*"|## Said \d{4}-\d\d-\d\d /;

interface BlockForm {
  readonly opens: RegExp;
  readonly closes: RegExp;
  /** What stands in a block that was cut before its end. */
  readonly body: RegExp;
}

/** The forms of `core/recall/formats`, and of conversations. */
const FORMS: readonly BlockForm[] = [
  { opens: /<memory-context/, closes: /<\/memory-context>/, body: /[^]*/y },
  {
    opens: /# Relevant Memory Claims/,
    closes: /\d+\/\d+ claims \| \d+\/\d+ tokens/,
    body: /[^\n]*(?:\n(?:- | {2}[(c])[^\n]*)*/y,
  },
  { opens: /^## Said \d{4}-\d\d-\d\d /m, closes: /(?!)/, body: /[^\n]*(?:\n(?:\d+ [^\n:]+: |## Said )[^\n]*)*/y },
  { opens: /\{"claims":\[(?=\{"id":|\])/, closes: /"token_budget":\d+\}\}/, body: /[^]*/y },
];

function endOfBlock(text: string, start: number, { closes, body }: BlockForm): number {
  const closing = closes.exec(text.slice(start));
  if (closing !== null) return start + closing.index + closing[0].length;
  body.lastIndex = start;
  return body.test(text) ? body.lastIndex : text.length;
}

function withoutForm(text: string, form: BlockForm): string {
  let rest = text;
  for (let found = form.opens.exec(rest); found !== null; found = form.opens.exec(rest)) {
    rest = rest.slice(0, found.index) + rest.slice(endOfBlock(rest, found.index, form));
  }
  return rest;
}

export function holdsOwnBlock(text: string): boolean {
  return OWN_MARK.test(text);
}

/** The text without the blocks of context that this product has put into it. */
export function withoutOwnBlocks(text: string): string {
  return holdsOwnBlock(text) ? FORMS.reduce(withoutForm, text) : text;
}

const OWN_NAME = /memorymaster|(?:^|_)(?:query_memory|query_for_context|search_verbatim|recall_analysis)$/i;
const OWN_COMMAND = /\bmemorymaster\b[^"\n]*\b(?:query|recall|context|federated-query|search-verbatim)\b/;

/** Whether a tool call asks this product what it remembers. */
export function isOwnCall(name: string, input: string): boolean {
  return OWN_NAME.test(name) || OWN_COMMAND.test(input);
}
