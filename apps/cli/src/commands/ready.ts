import { readyToWire } from "@memorymaster/core";
import type { Claim, ConflictPair, ReadyReport } from "@memorymaster/core";

import { numberOption, switchOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import type { Paint } from "../output/paint.ts";

const SHOWN_CHARACTERS = 120;

function brief(claim: Claim): string {
  const text = [...cleanLine(claim.text)].slice(0, SHOWN_CHARACTERS).join("");
  return `[${claim.id}] ${claim.humanId} conf=${claim.confidence.toFixed(3)} ${text}`;
}

function pairLines({ winner, loser, reason }: ConflictPair): readonly string[] {
  return [`  ${brief(winner)}`, `    against ${brief(loser)} (first by ${reason})`];
}

interface Section {
  readonly name: string;
  readonly count: number;
  readonly lines: readonly string[];
  readonly hint: string;
}

function sectionsOf({ stale, conflicted, lowConfidence }: ReadyReport): readonly Section[] {
  const briefs = (claims: readonly Claim[]): readonly string[] => claims.map((claim) => `  ${brief(claim)}`);
  return [
    {
      name: "stale",
      ...{ count: stale.count, lines: briefs(stale.claims) },
      hint: "look at the evidence, then memorymaster confirm <claim> or memorymaster archive <claim>",
    },
    {
      name: "conflicted",
      ...{ count: conflicted.count, lines: [...conflicted.pairs.flatMap(pairLines), ...briefs(conflicted.unpaired)] },
      hint: "memorymaster confirm the one that holds, memorymaster archive the other",
    },
    {
      name: "low confidence",
      ...{ count: lowConfidence.count, lines: briefs(lowConfidence.claims) },
      hint: "memorymaster confirm <claim> what is true, memorymaster archive <claim> what is not",
    },
  ];
}

function text(report: ReadyReport, paint: Paint): string {
  if (report.totalAttention === 0) return "Nothing needs attention. All clear.";
  const sections = sectionsOf(report).filter(({ count }) => count > 0);
  return [
    ...sections.flatMap(({ name, count, lines, hint }) => [
      `${paint.strong(name)}: ${count}`,
      ...lines,
      paint.faint(`  next: ${hint}`),
    ]),
    `total_attention=${report.totalAttention}`,
  ].join("\n");
}

export const ready: RunCommand = async (context, input) => {
  const { memory } = await context.open("read");
  const report = await memory.governance.ready({
    limit: numberOption(input, "limit"),
    confidenceThreshold: numberOption(input, "confidenceThreshold"),
  });
  const fails = switchOption(input, "failOnAttention") && report.totalAttention > 0;
  const noun = report.totalAttention === 1 ? "claim needs" : "claims need";
  return {
    data: readyToWire(report),
    text: (paint) => text(report, paint),
    ...(fails && { failure: { code: "CHECK_FAILED", message: `${report.totalAttention} ${noun} attention` } }),
  };
};
