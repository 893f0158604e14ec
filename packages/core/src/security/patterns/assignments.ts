import { judgeAssignment } from "../judge-assignment.ts";
import { readAssignedValue } from "../read-assigned-value.ts";
import type { SecretPattern } from "../secret-pattern.ts";

const WORDS =
  "pass(?:word|wd|phrase|code|wort)?s?|pwd|psk|pw|contrasena|tokens?|secrets?|api[ _-]?keys?|keys?|credentials?|creds?|auth|seed|pat";
const REST_OF_NAME = "[\\w.-]{0,40}";
const CLOSING = "(?:\\\\?[\"'`])?[)\\]*_`]{0,4}(?:\\[\\d{0,4}\\])?";
const TYPE = "(?:[ \\t]{0,4}:?[ \\t]{0,4}(?:string|String|str|&str)(?=[ \\t]{0,4}:?=))?";
const OPERATOR = ":{1,3}=|=>|->|→|[?+.]=|={1,3}|:(?!:)|[>,|(]";
/** An element of XML may hold its value on a line of its own. */
const OWN_LINE = "(?:\\r?\\n[ \\t]+(?=[\\w+/=.~-]+[ \\t]*\\r?\\n[ \\t]*</))?";

/**
 * `NAME operator value` in any notation: shell, JSON, YAML, XML, code, Markdown. The pattern finds the word that
 * makes a
 * name a credential's; the judge reads the whole name and decides by name and value.
 */
export const ASSIGNMENT_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "compound_credential",
    hints: [
      "pass",
      "pwd",
      "psk",
      "pw",
      "contrasena",
      "token",
      "secret",
      "key",
      "cred",
      "auth",
      "seed",
      "_pat",
      "pat=",
      "pat:",
    ],
    regex: new RegExp(
      `(${WORDS})(${REST_OF_NAME})(${CLOSING})${TYPE}[ \\t]{0,24}(${OPERATOR})[ \\t]{0,24}${OWN_LINE}`,
      "gi",
    ),
    readValue: readAssignedValue,
    judge: judgeAssignment,
  },
];
