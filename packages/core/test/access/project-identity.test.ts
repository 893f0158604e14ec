import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { normaliseOrigin, projectKeys, resolveProjectScope } from "../../src/access/project-identity.ts";
import type { ResolvedProject, WorkspaceFacts } from "../../src/access/project-identity.ts";
import type { Store } from "../../src/ports/store.ts";
import { createMemoryStore } from "../../src/testing/index.ts";

const at = "2026-01-02T03:04:05+00:00";
const ORIGIN_HASH = "bed317dc";

describe("a remote URL is reduced", () => {
  test.each([
    ["git@GitHub.com:Acme/Shop.git", "github.com/Acme/Shop"],
    ["ssh://git@github.com:22/Acme/Shop.git/", "github.com/Acme/Shop"],
    ["https://ana@github.com/Acme/Shop", "github.com/Acme/Shop"],
    ["https://ana:s3cr%40t@github.com/Acme/Shop", "github.com/Acme/Shop"],
    ["https://ana:p@ss@github.com/Acme/Shop", "github.com/Acme/Shop"],
    ["HTTPS://GITHUB.COM:443/Acme/Shop.git", "github.com/Acme/Shop"],
    ["git@github.com:/Acme/Shop.git", "github.com/Acme/Shop"],
    ["github.com:Acme/Shop", "github.com/Acme/Shop"],
    ["ssh://git@[2001:DB8::1]:2222/srv/shop.git", "[2001:db8::1]/srv/shop"],
    ["file:///srv/git/shop.git", "/srv/git/shop"],
    ["file://localhost/srv/git/shop.git", "/srv/git/shop"],
    ["/srv/git/shop.git", "/srv/git/shop"],
    ["/srv/git/shop/.git", "/srv/git/shop"],
    ["  /srv/git/shop.git \n", "/srv/git/shop"],
    [String.raw`C:\repos\shop.git`, "/C:/repos/shop"],
    ["file:///C:/repos/shop.git", "/C:/repos/shop"],
  ])("%j to %s", (url, origin) => {
    expect(normaliseOrigin(url)).toBe(origin);
  });

  test.each(["", "  ", "../shop.git", "shop.git", "https://github.com", "https://github.com/", "/", "/.git"])(
    "%j to nothing, since it names no place by itself",
    (url) => {
      expect(normaliseOrigin(url)).toBeUndefined();
    },
  );

  test("whatever the text, in time that does not explode", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (url) => {
        const origin = normaliseOrigin(url);
        expect(origin === undefined || origin.includes("/")).toBe(true);
      }),
    );
  });
});

describe("keys of a workspace", () => {
  test("are origin, root commit and path in this order, hashed with their kind", () => {
    const keys = projectKeys({
      path: "/home/ana/shop",
      originUrl: "git@github.com:Acme/Shop.git",
      rootCommit: "ab".repeat(20),
    });

    expect(keys.map((key) => key.kind)).toEqual(["origin", "root_commit", "path"]);
    expect(keys[0]?.keyHash.slice(0, 8)).toBe(ORIGIN_HASH);
    expect(new Set(keys.map((key) => key.keyHash)).size).toBe(3);
  });

  test("leave out what is not known or says nothing", () => {
    expect(projectKeys({ path: "/home/ana/shop", originUrl: "../shop" }).map((key) => key.kind)).toEqual(["path"]);
  });
});

async function look(
  store: Store,
  facts: WorkspaceFacts,
  options: { readonly write?: boolean; readonly forceSuffix?: boolean } = {},
): Promise<ResolvedProject> {
  return resolveProjectScope(store.projects, facts, { write: true, at, ...options });
}

const shop: WorkspaceFacts = {
  path: "/home/ana/shop",
  originUrl: "https://github.com/Acme/Shop",
  rootCommit: "ab".repeat(20),
};

describe("a project", () => {
  test("takes the slug of its folder when it is first written, and is known from then on", async () => {
    const store = createMemoryStore();

    expect([await look(store, shop), await look(store, shop)]).toEqual([
      { scope: "project:shop", knownBy: undefined, wasComplete: false },
      { scope: "project:shop", knownBy: "origin", wasComplete: true },
    ]);
  });

  test.each<[string, WorkspaceFacts]>([
    ["a worktree or clone elsewhere", { ...shop, path: "/tmp/other-name" }],
    ["a changed remote", { ...shop, originUrl: "https://example.com/new/place" }],
    ["a removed remote", { path: "/elsewhere", rootCommit: shop.rootCommit }],
    ["a shallow clone", { path: "/elsewhere", originUrl: shop.originUrl }],
  ])("stays the same in %s", async (_what, facts) => {
    const store = createMemoryStore();
    await look(store, shop);

    expect((await look(store, facts, { write: false })).scope).toBe("project:shop");
  });

  test("learns the keys it lacks with a write, and is known by them later", async () => {
    const store = createMemoryStore();
    await look(store, { path: "/home/ana/shop", rootCommit: shop.rootCommit });

    const learned = await look(store, shop);
    const byOrigin = await look(store, { path: "/elsewhere", originUrl: shop.originUrl }, { write: false });

    expect([learned, byOrigin]).toEqual([
      { scope: "project:shop", knownBy: "root_commit", wasComplete: false },
      { scope: "project:shop", knownBy: "origin", wasComplete: true },
    ]);
  });

  test("of a folder outside of git is known by its path until it has a better key", async () => {
    const store = createMemoryStore();
    const folder = { path: "/home/ana/notes" };

    await look(store, folder);
    await look(store, { ...folder, rootCommit: "cd".repeat(20) });

    expect(await look(store, { path: "/moved/notes", rootCommit: "cd".repeat(20) }, { write: false })).toMatchObject({
      scope: "project:notes",
      knownBy: "root_commit",
    });
  });

  test("does not leave its folder to the next repository in it", async () => {
    const store = createMemoryStore();
    await look(store, shop);

    const next = await look(store, {
      ...shop,
      originUrl: "https://github.com/Acme/Other",
      rootCommit: "ef".repeat(20),
    });

    expect(next.scope).toMatch(/^project:shop:[0-9a-f]{8}$/);
  });

  test("of a slug that another one holds gets the start of its first key", async () => {
    const store = createMemoryStore();
    await look(store, { path: "/home/luis/shop" });

    expect([(await look(store, shop)).scope, (await look(store, shop, { write: false })).scope]).toEqual([
      `project:shop:${ORIGIN_HASH}`,
      `project:shop:${ORIGIN_HASH}`,
    ]);
  });

  test("gets a suffix from the beginning when that is forced, but keeps the scope it has", async () => {
    const store = createMemoryStore();
    await look(store, { path: "/home/luis/notes" });

    expect([
      (await look(store, shop, { forceSuffix: true })).scope,
      (await look(store, { path: "/home/luis/notes" }, { forceSuffix: true })).scope,
    ]).toEqual([`project:shop:${ORIGIN_HASH}`, "project:notes"]);
  });

  test("is decided by the first key when keys point to two", async () => {
    const store = createMemoryStore();
    await look(store, { path: "/a/by-origin", originUrl: shop.originUrl });
    await look(store, { path: "/a/by-root", rootCommit: shop.rootCommit });

    expect(await look(store, shop)).toEqual({ scope: "project:by-origin", knownBy: "origin", wasComplete: true });
    expect((await look(store, { path: "/b", rootCommit: shop.rootCommit })).scope).toBe("project:by-root");
  });

  test.each(["", "/src"])("whose folder is named like a secret is stored without it (%j)", async (below) => {
    const store = createMemoryStore();
    const recorded: unknown[] = [];
    const record: typeof store.projects.record = async (project) => void recorded.push(project);
    const secret = ["AKIA", "Z7XQ2M5N8P4R6T1V"].join("");

    const { scope } = await resolveProjectScope(
      { ...store.projects, record },
      { path: `/home/ana/${secret}${below}` },
      { write: true, at },
    );

    expect(scope).toBe(below === "" ? "project:redacted-aws_access_key" : "project:src");
    expect(JSON.stringify(recorded).toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test("is not stored by a read, which uses the slug only while nobody holds it", async () => {
    const store = createMemoryStore();

    const free = await look(store, shop, { write: false });
    const other = await look(store, { path: "/home/luis/shop" });
    const taken = await look(store, shop, { write: false });

    expect([free, other.scope, taken.scope]).toEqual([
      { scope: "project:shop", knownBy: undefined, wasComplete: false },
      "project:shop",
      `project:shop:${ORIGIN_HASH}`,
    ]);
  });

  test.each([
    ["/", "project:workspace"],
    ["C:\\work\\My App (1)\\", "project:my-app"],
    ["/home/ana/shop-prod/", "project:shop"],
  ])("in the folder %s is %s", async (path, scope) => {
    expect((await look(createMemoryStore(), { path })).scope).toBe(scope);
  });
});
