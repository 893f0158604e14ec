export const NATIVE_ERRORS = {
  "native_errors.faults": ["style §3.5", "become the class and code that say what the caller can do"],
  "native_errors.silent": ["style §3.5", "keep their words to themselves, and stand behind ours as the cause"],
  "native_errors.own": ["style §3.5", "that are ours stay as they are"],
  "native_errors.programming": ["style §3.5", "that nobody can act on become a fault of ours"],
} as const;
