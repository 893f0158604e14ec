import type { Claim } from "@memorymaster/core";
import { describe, expect, test } from "vitest";

import type { ScanLimits, StepResult, WorkspaceReader } from "../../src/types.ts";
import { verifyClaims } from "../../src/verify/verify-claims.ts";
import type { VerifyOptions } from "../../src/verify/verify-claims.ts";
import { STORE_KINDS, stewardWorld } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

interface Walked extends WorkspaceReader {
  readonly walks: ScanLimits[];
}

const endsWithAny = (path: string, suffixes: readonly string[] = [""]): boolean =>
  suffixes.some((suffix) => path.endsWith(suffix));

/** A workspace of these files; `cut` ends each walk before it has met them all. */
function workspaceOf(files: Readonly<Record<string, string>>, { scope = "project:shop", cut = false } = {}): Walked {
  const walks: ScanLimits[] = [];
  return {
    walks,
    scope,
    relativePath: (path) => path,
    readText: async (path) => files[path],
    stat: async (path) => (path in files ? { kind: "file", changedAt: "2026-01-01T00:00:00+00:00" } : undefined),
    scan: async function* (limits) {
      walks.push(limits);
      for (const [relativePath, text] of Object.entries(files)) {
        if (endsWithAny(relativePath, limits.suffixes)) yield { relativePath, text };
      }
      if (cut) limits.onCut?.();
    },
  };
}

const FILES = {
  "src/order.ts": "export class OrderService { port = 4001; }",
  "src/old.ts": "OrderServices port 40010",
  "deploy/app.yml": "port: 4003",
  "notes.md": "CartStore on 4004",
};

async function verify(world: StewardWorld, options: VerifyOptions = {}): Promise<StepResult> {
  return verifyClaims(world.context, options);
}

const issuesOf = (report: StepResult): unknown =>
  (report["issues"] as readonly { readonly claim_id: number; readonly issues: unknown }[]).map(
    ({ claim_id: id, issues }) => [id, issues],
  );

describe.each(STORE_KINDS)("verifying claims (%s)", (kind) => {
  test("names what the workspace does not have, the best claims first, in one walk, and changes nothing", async () => {
    const workspace = workspaceOf(FILES);
    const world = await stewardWorld(kind, { workspace });
    const ingest = (text: string, confidence = 0.5): Promise<Claim> => world.ingest({ text, confidence });
    await ingest("OrderService in src/order.ts listens on port 4001");
    await ingest("The gateway listens on port 4003");
    await ingest("Customers like the shop");
    const gone = await ingest("The cart is src/cart.ts with CartStore on localhost:4004", 0.4);
    const other = await ingest("OrderServic calls OrderServe on port 4010", 0.6);
    const before = (await world.events(gone.id)).length;

    const report = await verify(world);

    expect(report).toMatchObject({ checked: 5, valid: 2, stale_candidates: 2, unknown: 1 });
    expect(issuesOf(report)).toEqual([
      [other.id, ["symbol not found: OrderServic", "symbol not found: OrderServe", "port not found: 4010"]],
      [gone.id, ["missing file: src/cart.ts", "symbol not found: CartStore", "port not found: 4004"]],
    ]);
    expect((report["issues"] as readonly unknown[])[1]).toMatchObject({ human_id: gone.humanId, confidence: 0.4 });
    expect(workspace.walks).toHaveLength(1);
    expect([(await world.claim(gone.id)).version, (await world.events(gone.id)).length]).toEqual([1, before]);
  });

  test("what a walk that was cut did not find is unknown; a missing file is missing", async () => {
    const world = await stewardWorld(kind, { workspace: workspaceOf(FILES, { cut: true }) });
    await world.ingest({ text: "OrderService listens" });
    await world.ingest({ text: "CartStore listens" });
    const gone = await world.ingest({ text: "CartStore is src/cart.ts" });

    const report = await verify(world);

    expect(report).toMatchObject({ checked: 3, valid: 1, stale_candidates: 1, unknown: 1 });
    expect(issuesOf(report)).toEqual([[gone.id, ["missing file: src/cart.ts"]]]);
  });

  test("each scope is verified in its own workspace, those that begin alike when a scope is named", async () => {
    const world = await stewardWorld(kind);
    const workspaces = [workspaceOf(FILES), workspaceOf({}, { scope: "project:till" })];
    const text = "OrderService listens";
    for (const scope of ["project:shop", "project:till", "project:unknown"]) await world.ingest({ text, scope });
    const workspaceOf_ = async (scope: string): Promise<WorkspaceReader | undefined> =>
      workspaces.find((one) => one.scope === scope);

    const all = await verify(world, { workspaceOf: workspaceOf_ });
    const named = await verify(world, { workspaceOf: workspaceOf_, scope: "project:t" });
    const none = await verify(world);
    const wild = await verify(world, { workspaceOf: workspaceOf_, scope: "project:%" });

    expect(all).toMatchObject({ checked: 2, valid: 1, stale_candidates: 1 });
    expect(named).toMatchObject({ checked: 1, valid: 0, stale_candidates: 1 });
    expect(none).toEqual({ checked: 0, valid: 0, stale_candidates: 0, unknown: 0, issues: [], error: "no_workspace" });
    expect(wild).toEqual({ checked: 0, valid: 0, stale_candidates: 0, unknown: 0, issues: [] });
  });

  test("stale and archived claims are not verified", async () => {
    const world = await stewardWorld(kind, { workspace: workspaceOf(FILES) });
    const { id } = await world.ingest({ text: "CartStore listens" });
    await world.memory.claims.archive([id], { actor: "ana" });

    expect(await verify(world)).toMatchObject({ checked: 0 });
  });
});
