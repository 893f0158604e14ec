import { InvalidInputError, LIMITS } from "@memorymaster/core";

/** No accepted text is longer, whatever its letters take. */
const MAX_BYTES = LIMITS.text * 4 * 4;

/**
 * All of stdin as text.
 *
 * @throws InvalidInputError `input.too_long` before more than 160 kB are kept, `input.unstorable` when it is not UTF-8
 */
export async function readStdinText(stdin: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      throw new InvalidInputError("input.too_long", `text is longer than ${LIMITS.text} characters`, {
        details: { field: "text" },
      });
    }
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new InvalidInputError("input.unstorable", "The text on stdin is not valid UTF-8", {
      details: { field: "text" },
    });
  }
}
