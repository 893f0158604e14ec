import { epochMsOf, timestampOf } from "@memorymaster/core";
import type { TurnKind } from "@memorymaster/core";

import { capTools } from "./cap-tools.ts";
import { countLines } from "./line-counts.ts";
import type { LinePart, ParsedLine } from "./line-parts.ts";
import { parseLine } from "./parse-line.ts";
import { LINE_CLASSES } from "./types.ts";
import type { LineClass, Transcript, TranscriptOptions, TranscriptTurn } from "./types.ts";

const KINDS: Readonly<Partial<Record<LineClass, TurnKind>>> = { prose: "prose", tool: "tool", summary: "summary" };
const BYTE_ORDER_MARK = "\uFEFF";

function storedTime(value: unknown): string | undefined {
  const epochMs = typeof value === "string" ? epochMsOf(value) : undefined;
  return epochMs === undefined || epochMs < 0 ? undefined : timestampOf(epochMs);
}

function classOf(parts: readonly LinePart[]): LineClass {
  return LINE_CLASSES.find((name) => parts.some((part) => part.class === name)) ?? "metadata";
}

/** Takes the lines of one transcript in order, in as many runs as they come. */
export class TranscriptReader {
  private session: string;
  private isHeaded = false;
  private time: string;
  private messageId: string | undefined;
  /** Texts of the answer that the last lines belong to. */
  private said: string[] = [];
  private readonly calls = new Set<string>();
  private turns: TranscriptTurn[] = [];
  private classes = new Map<number, LineClass>();
  /** Folder of the first line that names one. */
  cwd: string | undefined;

  constructor(options: TranscriptOptions) {
    this.session = options.session;
    this.time = options.fallbackTime;
  }

  /** @param line number of the line in its file, from 1 */
  push(raw: string, line: number): void {
    const text = raw.startsWith(BYTE_ORDER_MARK) ? raw.slice(1) : raw;
    if (text.trim() === "") return;
    const parsed = parseLine(text, this.calls);
    this.classes.set(line, classOf(parsed.parts));
    this.learn(parsed);
    for (const part of parsed.parts) this.keep(part, parsed, line);
  }

  /** What the lines since the last call have given. */
  take(): Transcript {
    const turns = capTools(this.turns);
    const lines = countLines(this.classes, turns);
    this.turns = [];
    this.classes = new Map();
    return { turns, lines };
  }

  private learn(parsed: ParsedLine): void {
    if (parsed.sessionId !== undefined && !(parsed.isHead === true && this.isHeaded)) {
      this.session = parsed.sessionId;
    }
    this.isHeaded ||= parsed.isHead === true;
    this.cwd ??= parsed.cwd;
    this.time = storedTime(parsed.timestamp) ?? this.time;
    if (parsed.messageId === undefined || parsed.messageId === this.messageId) return;
    this.messageId = parsed.messageId;
    this.said = [];
  }

  private keep(part: LinePart, parsed: ParsedLine, line: number): void {
    const { role, speaker, isPrompt = false, text } = part;
    const kind = KINDS[part.class];
    const said = parsed.messageId === undefined ? [] : this.said;
    if (kind === undefined || text === "" || said.includes(text)) return;
    const { agentId, cwd } = parsed;
    const turn: TranscriptTurn = {
      sessionId: agentId === undefined ? this.session : `${this.session}#${agentId}`,
      agentId,
      role,
      speaker,
      isPrompt,
      kind,
      content: text.toWellFormed(),
      timestamp: this.time,
      line,
      cwd,
    };
    const beginning = said.find((one) => text.startsWith(one));
    const earlier = beginning === undefined ? -1 : this.turns.findLastIndex(({ content }) => content === beginning);
    // An answer that is written down while it grows has its beginning in an earlier line.
    if (earlier === -1) this.turns.push(turn);
    else this.turns[earlier] = turn;
    said.push(text);
  }
}

/** The turns of a whole transcript, and what became of its lines. Never throws, whatever the lines hold. */
export function readTranscript(lines: Iterable<string>, options: TranscriptOptions): Transcript {
  const reader = new TranscriptReader(options);
  let line = 0;
  for (const text of lines) reader.push(text, (line += 1));
  return reader.take();
}
