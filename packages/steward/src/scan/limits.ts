import type { ScanLimits } from "../types.ts";

/** What a search of the workspace reads. */
export const SEARCH_LIMITS: ScanLimits = { maxFiles: 300, maxFileBytes: 1_000_000 };

/** Directory entries after which a walk ends, whatever it has found. */
export const MAX_WALK_ENTRIES = 20_000;

/** Folders that no walk enters. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  ".git",
  "__pycache__",
  ".venv",
  "venv",
  "node_modules",
  ".tmp_cases",
  ".tmp_pytest",
  ".pytest_cache",
  "artifacts",
  "dist",
  "build",
]);

/** Ends of the lower-case names of files that hold no text. */
export const BINARY_SUFFIXES: readonly string[] = [
  ...[".db", ".sqlite", ".sqlite3"],
  ...[".png", ".jpg", ".jpeg", ".gif", ".pdf", ".mp4", ".mp3"],
  ...[".zip", ".gz", ".tar", ".7z"],
  ...[".woff", ".woff2", ".ttf"],
  ...[".exe", ".dll", ".bin"],
];

/** Lower-case names of files that hold keys or credentials: never read. */
export const SECRET_FILES: readonly RegExp[] = [
  /^\.env|\.env$/,
  /\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk|gpg|asc|ovpn|tfstate)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^[._](?:netrc|npmrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg|s3cfg|boto)$/,
  /^\.?(?:credentials?|secrets?)(?:[._-].*)?$/,
  /^(?:service[._-]?account|client[._-]secret|application_default_credentials).*\.json$/,
];
