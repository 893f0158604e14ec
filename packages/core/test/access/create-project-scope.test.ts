import { describe, expect, test } from "vitest";

import { createProjectScope } from "../../src/access/create-project-scope.ts";
import type { ProjectScopeParts } from "../../src/access/create-project-scope.ts";
import { StoreError } from "../../src/errors/errors.ts";
import type { Store } from "../../src/ports/store.ts";
import { createFixedClock, createMemoryStore } from "../../src/testing/index.ts";

const facts = { path: "/home/ana/shop", rootCommit: "ab".repeat(20) };

function parts(
  store: Store,
  overrides: Partial<ProjectScopeParts> = {},
): ProjectScopeParts & { readonly reads: () => number } {
  let reads = 0;
  return {
    projects: store.projects,
    clock: createFixedClock(),
    workspace: async () => {
      reads += 1;
      return facts;
    },
    reads: () => reads,
    ...overrides,
  };
}

describe("the scope of the project at hand", () => {
  test("is the operator's choice in canonical form, whatever the workspace", async () => {
    const scope = createProjectScope(parts(createMemoryStore(), { override: " project:My App " }));

    expect([await scope.forRead(), await scope.forWrite()]).toEqual(["project:my-app", "project:my-app"]);
  });

  test("is never a secret, whatever the operator chose", () => {
    const override = `project:${["AKIA", "Z7XQ2M5N8P4R6T1V"].join("")}`;

    expect(() => createProjectScope(parts(createMemoryStore(), { override }))).toThrow(
      expect.objectContaining({ code: "sensitive.metadata" }),
    );
  });

  test("is looked for again after a look-up that failed", async () => {
    let calls = 0;
    const workspace = async (): Promise<typeof facts> => {
      calls += 1;
      if (calls === 1) throw new StoreError("store.busy", "The database is busy", { retryable: true });
      return facts;
    };
    const scope = createProjectScope(parts(createMemoryStore(), { workspace }));

    await expect(scope.forRead()).rejects.toMatchObject({ code: "store.busy" });
    expect(await scope.forRead()).toBe("project:shop");
  });

  test("refuses a choice that is no scope", () => {
    expect(() => createProjectScope(parts(createMemoryStore(), { override: "a\u0000b" }))).toThrow(
      expect.objectContaining({ code: "input.unstorable" }),
    );
  });

  test("is the person's without a workspace", async () => {
    const scope = createProjectScope(parts(createMemoryStore(), { override: " ", workspace: async () => undefined }));

    expect([await scope.forRead(), await scope.forWrite()]).toEqual(["user", "user"]);
  });

  test("is read from the workspace once, when first needed", async () => {
    const given = parts(createMemoryStore());
    const scope = createProjectScope(given);
    const before = given.reads();

    await Promise.all([scope.forRead(), scope.forRead()]);
    await scope.forWrite();

    expect([before, given.reads()]).toEqual([0, 1]);
  });

  test("follows the mapping while none is stored, and keeps it from then on", async () => {
    const store = createMemoryStore();
    const scope = createProjectScope(parts(store));
    const first = await scope.forRead();
    await createProjectScope(parts(store, { workspace: async () => ({ path: "/home/luis/shop" }) })).forWrite();

    const second = await scope.forRead();
    const written = await scope.forWrite();

    expect(first).toBe("project:shop");
    expect(second).toMatch(/^project:shop:[0-9a-f]{8}$/);
    expect([written, await scope.forRead()]).toEqual([second, second]);
  });

  test("is stored again when the transaction that stored it was rolled back", async () => {
    const store = createMemoryStore();
    const scope = createProjectScope(parts(store));

    await store
      .transaction(async () => {
        await scope.forWrite();
        throw new RangeError("stop");
      })
      .catch(() => undefined);
    const lost = await store.projects.takenScopes(["project:shop"]);
    await scope.forWrite();

    expect([lost.size, (await store.projects.takenScopes(["project:shop"])).size]).toEqual([0, 1]);
  });

  test("is written no more once the store has it", async () => {
    const store = createMemoryStore();
    let writes = 0;
    const projects = {
      ...store.projects,
      record: async (...given: Parameters<Store["projects"]["record"]>): Promise<void> => {
        writes += 1;
        await store.projects.record(...given);
      },
    };
    const scope = createProjectScope({ ...parts(store), projects });

    for (let call = 0; call < 5; call += 1) await scope.forWrite();

    expect(writes).toBe(2);
  });

  test("can be given a suffix from the beginning", async () => {
    const scope = createProjectScope(parts(createMemoryStore(), { forceSuffix: true }));

    expect(await scope.forWrite()).toMatch(/^project:shop:[0-9a-f]{8}$/);
  });
});
