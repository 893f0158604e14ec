import { describe, expect, it } from "vitest";

import { summaryId } from "../../src/compaction/artifacts.ts";
import { compact } from "../../src/compaction/compact.ts";
import type { ArtifactFolder } from "../../src/compaction/compact.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

function folder(fail = false): ArtifactFolder & { readonly files: Map<string, string> } {
  const files = new Map<string, string>();
  return {
    files,
    relativePath: "artifacts/compaction",
    write: async (path, text) => {
      if (fail) throw new Error("disk full");
      files.set(path, text);
    },
  };
}

/** Stale claims of two topics and a superseded one, untouched for forty days. */
async function retired(world: StewardWorld): Promise<readonly number[]> {
  const claims = [
    await world.ingest({
      text: "The ledger runs on port 4001",
      subject: "ledger",
      predicate: "port",
      objectValue: "4001",
    }),
    await world.ingest({ text: "Deploys go out on Friday" }),
    await world.ingest({ text: "The old queue was in memory" }),
  ];
  for (const { id } of claims) {
    await world.memory.claims.confirm([id], { actor: "ana" });
    await world.memory.claims.transition(id, "stale");
  }
  world.wait(40);
  return claims.map(({ id }) => id);
}

const statuses = async (world: StewardWorld, ids: readonly number[]): Promise<readonly string[]> =>
  Promise.all(ids.map(async (id) => (await world.claim(id)).status));

describe.each(STORE_KINDS)("compaction (%s)", (kind) => {
  it("writes what claims said, then archives them, with the run's event", async () => {
    const world = await stewardWorld(kind);
    const ids = await retired(world);
    const files = folder();

    expect(await compact(world.job(), files)).toEqual({ archived_claims: 3, deleted_events: 0 });
    expect(await statuses(world, ids)).toEqual(["archived", "archived", "archived"]);
    const [run] = [...files.files.keys()].map((path) => path.split("/")[0]);
    expect([...files.files.keys()].sort()).toEqual([
      `${run}/summary_graph.json`,
      `${run}/traceability.json`,
      "summary_graph.json",
      "traceability.json",
    ]);
    const graph = JSON.parse(files.files.get("summary_graph.json") ?? "") as {
      nodes: { claims: { text: string; status_before: string }[]; summaries: unknown[]; citations: unknown[] };
      edges: unknown[];
    };
    expect(graph.nodes.claims.map(({ text }) => text)).toContain("The ledger runs on port 4001");
    expect([graph.nodes.summaries.length, graph.nodes.citations.length, graph.edges.length]).toEqual([2, 3, 6]);
    const { items } = await world.memory.events.list({ eventType: "compaction_run" });
    expect(JSON.parse(items[0]?.payloadJson ?? "{}")).toMatchObject({ archived_claims: 3, run_id: "run-1" });
    expect((await world.memory.events.verify()).valid).toBe(true);
  });

  it("F20, G4: when the files cannot be written, no claim changes", async () => {
    const world = await stewardWorld(kind);
    const ids = await retired(world);

    await expect(compact(world.job(), folder(true))).rejects.toThrow("disk full");
    expect(await statuses(world, ids)).toEqual(["stale", "stale", "stale"]);
  });

  it("archives all or none: a claim that changed after the files were written ends it", async () => {
    const world = await stewardWorld(kind);
    const ids = await retired(world);
    const files = folder();
    const meddling: ArtifactFolder = {
      ...files,
      write: async (path, text) => {
        await files.write(path, text);
        const last = ids.at(-1) ?? 0;
        if ((await world.claim(last)).status === "stale") await world.memory.claims.confirm([last], { actor: "ana" });
      },
    };

    await expect(compact(world.job(), meddling)).rejects.toThrow();
    expect(await statuses(world, ids)).toEqual(["stale", "stale", "confirmed"]);
  });

  it("leaves pinned and recent claims, open questions and secrets alone; a dry run writes nothing", async () => {
    const world = await stewardWorld(kind);
    const [pinned = 0, asked = 0, old = 0] = await retired(world);
    await world.memory.claims.pin(pinned, true);
    await world.ingest({ text: "Correction: deploys go out on Monday", supersedes: asked });
    const recent = await world.ingest({ text: "The cache is on the second host" });
    await world.memory.claims.confirm([recent.id], { actor: "ana" });
    await world.memory.claims.transition(recent.id, "stale");
    const files = folder();

    const plan = await compact(world.job(), files, { dryRun: true });
    expect(plan).toMatchObject({ dry_run: true, candidate_claims: 1, archived_claims: 0 });
    expect(plan["planned_archives"]).toMatchObject([{ claim_id: old, from_status: "stale" }]);
    expect(files.files.size).toBe(0);
    expect(await compact(world.job(), files)).toMatchObject({ archived_claims: 1 });
  });

  it("without anything to archive the files are written, empty", async () => {
    const world = await stewardWorld(kind);
    const files = folder();
    expect(await compact(world.job(), files)).toEqual({ archived_claims: 0, deleted_events: 0 });
    expect(files.files.size).toBe(4);
  });

  it("what a run archived comes back with the undo of the run", async () => {
    const world = await stewardWorld(kind);
    const ids = await retired(world);
    await compact(world.job(), folder());
    const { items } = await world.memory.events.list({ eventType: "compaction_run" });
    await world.memory.governance.undo(items[0]?.id ?? 0, { actor: "ana", run: true });
    expect(await statuses(world, ids)).toEqual(["stale", "stale", "stale"]);
  });
});

describe("summaries", () => {
  it("F21, G5: a missing scope and the scope `project` are two", async () => {
    const world = await stewardWorld();
    const claim = await world.ingest({ text: "The ledger runs on port 4001" });
    expect(summaryId({ ...claim, scope: "" })).not.toBe(summaryId({ ...claim, scope: "project" }));
    expect(summaryId({ ...claim, scope: " project " })).toBe(summaryId({ ...claim, scope: "project" }));
  });
});
