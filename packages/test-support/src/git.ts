import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

const PERSON = { GIT_AUTHOR_NAME: "ana", GIT_AUTHOR_EMAIL: "ana@example.org" };
const ENV = {
  ...PERSON,
  GIT_COMMITTER_NAME: PERSON.GIT_AUTHOR_NAME,
  GIT_COMMITTER_EMAIL: PERSON.GIT_AUTHOR_EMAIL,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: "1",
};

/** Runs the real git in a folder, untouched by the settings of the person who runs the tests; returns its output. */
export function git(folder: string, ...args: string[]): string {
  const options = { cwd: folder, env: { ...process.env, ...ENV }, encoding: "utf8", stdio: "pipe" } as const;
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], options).trim();
}

/** Writes a file and commits it; returns the id of the commit. */
export function commitFile(folder: string, name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  git(folder, "add", "--", name);
  git(folder, "commit", "--quiet", "-m", `add ${name}`);
  return git(folder, "rev-parse", "HEAD");
}

/** A new repository with one commit; returns the id of the commit. */
export function createRepository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  return commitFile(folder, "README.md", `# ${folder}\n`);
}
