import { LINK_TYPE_NAMES, NotFoundError } from "@memorymaster/core";

import { argument, choiceOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";

export const unlink: RunCommand = async (context, input) => {
  const { memory } = await context.open("write");
  const removed = await memory.links.remove(
    argument(input, 0),
    argument(input, 1),
    choiceOption(input, "type", LINK_TYPE_NAMES),
  );
  const [first] = removed;
  if (first === undefined) throw new NotFoundError("link.not_found", "There is no such link between the two claims");
  const { sourceId, targetId } = first;
  return {
    data: { removed: removed.length, source_id: sourceId, target_id: targetId },
    text: () => `removed=${removed.length} source_id=${sourceId} target_id=${targetId}`,
  };
};
