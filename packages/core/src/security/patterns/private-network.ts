import type { SecretPattern } from "../secret-pattern.ts";

const ADDRESS =
  "(?<![\\d.])(?:10(?:\\.\\d{1,3}){3}|172\\.(?:1[6-9]|2\\d|3[01])(?:\\.\\d{1,3}){2}|192\\.168(?:\\.\\d{1,3}){2})(?!\\d|\\.\\d)";

/**
 * Addresses and paths of a private network. They are what claims about infrastructure are about, so they are no secret;
 * they are taken out where a text leaves for a shared place.
 */
export const PRIVATE_NETWORK_PATTERNS: readonly SecretPattern[] = [
  {
    finding: "private_ip_port",
    hints: ["10.", "172.", "192.168."],
    regex: new RegExp(`${ADDRESS}:\\d{1,5}(?!\\d)`, "g"),
  },
  { finding: "private_ipv4", hints: ["10.", "172.", "192.168."], regex: new RegExp(ADDRESS, "g") },
  { finding: "home_path_windows", hints: ["users"], regex: /(?<![A-Za-z])[A-Za-z]:\\+Users\\+[^\\/\s:*?"<>|]+/gi },
  {
    finding: "home_path_unix",
    hints: ["/home/", "/users/"],
    regex: /(?<![\w.~-])\/(?:home|Users)\/[^/\s:*?"'<>|]+\//g,
  },
  // A path ends at a blank, unless a separator follows later on the line: names may hold blanks.
  {
    finding: "absolute_path_windows",
    hints: [":\\", ":/"],
    regex:
      /(?<![A-Za-z])[A-Za-z]:(?:\\(?:[^\\/:*?"<>|\r\n]{1,255}\\)*[^\s\\/:*?"<>|]*|\/(?!\/)(?:[^\\/:*?"<>|\r\n]{1,255}\/)*[^\s\\/:*?"<>|]*)/g,
  },
  {
    finding: "absolute_path_unc",
    hints: ["\\\\"],
    regex: /(?<![\\\w:])\\\\[\w.$-]+\\(?:[^\\/:*?"<>|\r\n]{1,255}\\)*[^\s\\/:*?"<>|]*/g,
  },
];
