import type { Claim } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { citationLocator } from "../../src/probes/citation-locator.ts";
import { filesystemGrep } from "../../src/probes/filesystem-grep.ts";
import { formatProbe } from "../../src/probes/format.ts";
import { needleOf } from "../../src/probes/search-needles.ts";
import { semanticProbe, toolProbe } from "../../src/probes/store-probes.ts";
import type { Finding } from "../../src/probes/types.ts";
import { stewardWorld } from "../support/steward-world.ts";
import { fakeWorkspace } from "./fake-workspace.ts";

const SIGNAL = new AbortController().signal;
const LIMITS = { maxFiles: 200, maxFileBytes: 1000 };

const codesOf = ({ reasons }: Finding): readonly string[] => reasons.map(({ code }) => code.split(".").at(-1) ?? "");

const host = { text: "The shop runs on shop1.example.com", subject: "shop", predicate: "host" };

async function grep(files: Readonly<Record<string, string>>, claims: readonly Claim[], limits = LIMITS) {
  const workspace = fakeWorkspace(files);
  const probe = filesystemGrep(workspace, claims, limits);
  const findings: Finding[] = [];
  for (const claim of claims) findings.push(await probe(claim, SIGNAL));
  return { findings, workspace };
}

describe("filesystem_grep", () => {
  it("finds what claims say in one walk for all of them, whatever the case, and tells paths alone", async () => {
    const world = await stewardWorld();
    const first = await world.ingest({ ...host, objectValue: "SHOP1.example.com" });
    const second = await world.ingest({ text: "Orders are kept for ten years" });

    const { findings, workspace } = await grep(
      { "deploy/hosts.yaml": "host: shop1.EXAMPLE.com", "logo.png": "shop1.example.com", "a.md": "nothing" },
      [first, second],
    );

    expect(workspace.walks()).toBe(1);
    expect(findings[0]).toMatchObject({
      passed: true,
      metrics: { files_scanned: 2, match_count: 1, matched_files: ["deploy/hosts.yaml"], budget_exhausted: false },
      reasons: [],
    });
    expect(findings[1]?.passed).toBe(false);
  });

  it("holds it against a claim only where files could tell", async () => {
    const world = await stewardWorld();
    const cited = { citations: [{ source: "a talk with Ana" }] };
    const claims = [
      await world.ingest({ ...host, objectValue: "shop1.example.com" }),
      await world.ingest({ text: "Ana prefers tabs", ...cited }),
      await world.ingest({ text: "The queue has four workers", claimType: "infra_fact", ...cited }),
      await world.ingest({ text: "Invoices are numbered by year", citations: [{ source: "docs/invoices.md" }] }),
      await world.ingest({ text: "Elsewhere runs on x.example.com", claimType: "infra_fact", scope: "project:other" }),
    ];

    const { findings } = await grep({ "a.md": "nothing" }, claims);

    expect(findings.map(codesOf)).toEqual([
      ["no_match"],
      ["not_groundable"],
      ["no_match"],
      ["no_match"],
      ["not_groundable"],
    ]);
  });

  it("concludes nothing from a search that was cut short", async () => {
    const world = await stewardWorld();
    const claim = await world.ingest({ ...host, objectValue: "shop1.example.com" });

    const { findings } = await grep({ "a.md": "", "b.md": "shop1.example.com" }, [claim], { ...LIMITS, maxFiles: 1 });

    expect(findings.map(codesOf)).toEqual([["budget_reached"]]);
    expect(findings[0]?.metrics).toMatchObject({ files_scanned: 1, budget_exhausted: true });
  });

  it("looks for nothing that is a secret", async () => {
    const token = `ghp_${"a1B2c3D4e5".repeat(4)}`.slice(0, 40);

    expect(needleOf({ text: `The token is ${token}`, objectValue: token })).toBe("");
    expect(needleOf({ text: "The shop opens at nine", objectValue: " " })).toBe("The shop opens at nine");
    expect(needleOf({ text: "x".repeat(500), objectValue: undefined })).toHaveLength(160);
  });
});

describe("deterministic_citation_locator", () => {
  it("tells cited paths that are not there, and asks for none outside", async () => {
    const world = await stewardWorld();
    const workspace = fakeWorkspace({ "docs/shop.md": "open" });
    const citations = ["docs/shop.md", "docs/gone.md", "../../etc/passwd", "https://example.com/a.md"].map(
      (source) => ({ source }),
    );
    const claim = await world.ingest({ text: "The shop opens at nine", citations });

    const finding = await citationLocator(workspace)(claim, SIGNAL);

    expect(finding).toMatchObject({
      passed: false,
      metrics: { existing_paths: ["docs/shop.md"], missing_paths: ["docs/gone.md"], candidate_path_count: 3 },
    });
    expect(codesOf(finding)).toEqual(["missing_workspace_path", "outside_workspace"]);
    expect(workspace.asked()).toEqual(["docs/shop.md", "docs/gone.md"]);
  });

  it("does not look for what claims of another project cite", async () => {
    const world = await stewardWorld();
    const workspace = fakeWorkspace({});
    const claim = await world.ingest({
      text: "It is written in Go",
      scope: "project:other",
      citations: [{ source: "a/b.go" }],
    });

    const finding = await citationLocator(workspace)(claim, SIGNAL);

    expect(finding.passed).toBe(true);
    expect(workspace.asked()).toEqual([]);
  });
});

describe("deterministic_format", () => {
  it("tells what is missing, and how bad that is", async () => {
    const world = await stewardWorld();
    const whole = await world.ingest({ ...host, objectValue: "shop1.example.com" });
    const bare: Claim = { ...whole, text: "short", subject: undefined, citations: [] };
    const cite = (source: string) => ({ id: 1, claimId: 1, kind: "other" as const, source, createdAt: "" });
    const severities = async (claim: Claim): Promise<readonly string[]> =>
      (await formatProbe(claim, SIGNAL)).reasons.map(({ code, severity }) => `${code.split(".")[1] ?? ""} ${severity}`);

    expect(await severities(whole)).toEqual([]);
    expect(await severities(bare)).toEqual(["missing_tuple low", "no_citations high", "short_text low"]);
    expect(await severities({ ...whole, citations: [cite("ops")] })).toEqual(["weak_citation_context low"]);
    expect(await severities({ ...whole, citations: [cite(" ")] })).toContain("citation_missing_source high");
    expect(await formatProbe({ ...whole, citations: [cite("ops")] }, SIGNAL)).toMatchObject({ passed: true });
  });
});

describe("semantic_probe and tool_probe", () => {
  it("find the claim itself; nobody counts that as a use", async () => {
    const notes: unknown[] = [];
    const world = await stewardWorld("model", {
      accessLog: { note: async (access: unknown) => void notes.push(access), drain: async () => undefined } as never,
    });
    const claim = await world.ingest({ ...host, objectValue: "shop1.example.com" });

    const finding = await semanticProbe(world.context, false)(claim, SIGNAL);

    expect(finding).toMatchObject({ passed: true, metrics: { rows: 1, self_hit: true, tuple_hit: false } });
    expect(notes).toEqual([]);
  });

  it("tell a claim that is gone, or says something else by now", async () => {
    const world = await stewardWorld();
    const claim = await world.ingest({ ...host, objectValue: "shop1.example.com" });
    const probe = toolProbe(world.context, world.job().viewer);

    expect(codesOf(await probe(claim, SIGNAL))).toEqual([]);
    expect(codesOf(await probe({ ...claim, objectValue: "shop2.example.com" }, SIGNAL))).toEqual(["tuple_mismatch"]);
    expect(codesOf(await probe({ ...claim, id: 99 }, SIGNAL))).toEqual(["claim_missing"]);
  });
});
