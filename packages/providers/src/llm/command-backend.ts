import { mkdir } from "node:fs/promises";
import { isQuotaShaped } from "./judge-failure.ts";
import { runCommand } from "./run-command.ts";
import type { CommandResult } from "./run-command.ts";
import type { Attempt, Backend } from "./types.ts";

export interface CommandOptions {
  /** The program, by path or by a name that `PATH` finds, and arguments before ours. Default: `claude`, `opencode`. */
  readonly command?: readonly [program: string, ...args: string[]] | undefined;
  /** Where it runs, so that what it keeps of a session lies beside no project. Made when it is missing. */
  readonly scratchFolder: string;
  /** All variables that it gets: see `commandEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  /** How hard it thinks. `opencode` only; default `medium`. */
  readonly effort?: string | undefined;
  /** Longest wait for one answer, in ms. Default 120,000, `opencode` 180,000. */
  readonly timeoutMs?: number | undefined;
}

export type CommandProvider = "claude_cli" | "opencode";

/** What each program needs of the environment beside what all do. */
const OWN_VARIABLES: Readonly<Record<CommandProvider, RegExp>> = {
  claude_cli: /^(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_OAUTH_TOKEN|ANTHROPIC_API_KEY|ANTHROPIC_BASE_URL)$/i,
  opencode: /^(?:OPENCODE_CONFIG|OPENCODE_CONFIG_DIR|OPENAI_API_KEY|ANTHROPIC_API_KEY|OPENROUTER_API_KEY)$/i,
};

const COMMON_VARIABLES =
  /^(?:PATH|HOME|LANG|LC_ALL|TMPDIR|TEMP|TMP|XDG_[A-Z]+_HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|PATHEXT|COMSPEC|HTTPS?_PROXY|NO_PROXY)$/i;

/** The variables of an environment that a program gets; others may hold secrets that are none of its business. */
export function commandEnvironment(
  provider: CommandProvider,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const isNeeded = (name: string): boolean => COMMON_VARIABLES.test(name) || OWN_VARIABLES[provider].test(name);
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isNeeded(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(kept);
}

interface Program {
  readonly name: string;
  readonly args: (model: string, effort: string) => readonly string[];
}

const PROGRAMS: Readonly<Record<CommandProvider, Program>> = {
  // No tools and no servers of tools: the text may hold orders, and this program would be able to carry them out.
  claude_cli: {
    name: "claude",
    args: (model) => ["--print", "--model", model, "--tools", "", "--strict-mcp-config"],
  },
  opencode: {
    name: "opencode",
    args: (model, effort) => ["run", "--model", model, "--variant", effort],
  },
};

const VERSION_WAIT_MS = 15_000;

/** A program of this machine that answers on its output what comes on its input. */
export function commandBackend(provider: CommandProvider, options: CommandOptions): Backend {
  const { command = [PROGRAMS[provider].name], scratchFolder, environment, effort = "medium" } = options;
  const [program, ...firstArgs] = command;
  const run = async (args: readonly string[], input: string, signal: AbortSignal): Promise<CommandResult> => {
    await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
    return runCommand({ program, args: [...firstArgs, ...args], input, folder: scratchFolder, environment, signal });
  };
  let known: Promise<boolean> | undefined;
  /** Whether it is there and in order; asked once, and again after a no. */
  const isThere = async (): Promise<boolean> => {
    known ??= run(["--version"], "", AbortSignal.timeout(VERSION_WAIT_MS)).then(
      ({ code }) => code === 0,
      () => false,
    );
    const answer = await known;
    if (!answer) known = undefined;
    return answer;
  };
  return async ({ question, signal, facts }: Attempt) => {
    if (!(await isThere())) {
      facts.isMissing = true;
      throw new TypeError("no such program");
    }
    const { model, system, text } = question;
    const prompt = `${system}\n\nThe text:\n\n${text}\n`;
    const result = await run(PROGRAMS[provider].args(model, effort), prompt, signal);
    facts.body = `${result.stderr}\n${result.stdout}`.slice(0, 4_000);
    const fault = faultOf(result);
    if (fault === undefined) return { text: result.stdout.trim(), isRefused: false };
    facts.fault = fault;
    throw new TypeError(fault);
  };
}

/** Programs say in plain words that a quota is used up, and some end as if all were well. */
function faultOf({ code, isFlood, stdout }: CommandResult): string | undefined {
  if (isFlood) return "an answer over 1 MiB";
  if (code !== 0) return `it ended with code ${code ?? "none"}`;
  return !/[[{]/.test(stdout) && isQuotaShaped(stdout) ? "no answer" : undefined;
}
