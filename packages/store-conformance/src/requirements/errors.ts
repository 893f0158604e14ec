export const ERRORS = {
  "errors.typed": ["style §3.5", "are of the known classes and codes, and say nothing of the words of a claim"],
  "errors.usable": ["storage §2", "leave the store as it was, and usable"],
  "errors.closed": [
    "storage §8",
    "say that a closed store is not available, however it is asked, and closing twice is harmless",
  ],
  "errors.absent": ["core §4", "say that a claim does not exist, however it is named"],
  "errors.names": [
    "core §4",
    "say of what can name no claim that it is invalid, and of one name for several that it is ambiguous",
  ],
  "errors.input": ["core §1", "name the field that is to blame"],
} as const;
