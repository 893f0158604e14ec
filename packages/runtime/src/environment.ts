import { homedir } from "node:os";

/** Variables as a process has them. An empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value without blanks around it, or `undefined` when nothing is left. */
export function variable(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

/** The home folder that these variables name, else the account's. */
export function homeFolder(env: Environment): string {
  return variable(env, process.platform === "win32" ? "USERPROFILE" : "HOME") ?? homedir();
}
