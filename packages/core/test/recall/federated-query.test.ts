import { describe, expect, it } from "vitest";

import type { Authority } from "../../src/access/authority.ts";
import type { NewClaim } from "../../src/ports/claim-store.ts";
import { federatedQuery } from "../../src/recall/federated-query.ts";
import type { FederatedRequest, RecallResult } from "../../src/recall/types.ts";
import { idsOf, openMemory, PROJECT, textsOf } from "./open-memory.ts";
import type { TestMemory } from "./open-memory.ts";

const TEXT = "The staging gateway rotates its token";
const QUERY = "staging gateway token";
const OPERATOR = { sensitiveBypass: true } as const;

const ask = ({ context }: TestMemory, request: Partial<FederatedRequest> = {}): Promise<RecallResult> =>
  federatedQuery(context, { queryText: QUERY, ...request });

const scopesOf = ({ rows }: RecallResult): readonly string[] => rows.map(({ claim }) => claim.scope).sort();

/** The same fact in each of these scopes. */
async function spread(memory: TestMemory, ...scopes: readonly string[]): Promise<void> {
  for (const scope of scopes) await memory.add({ text: `${TEXT} in ${scope}`, scope });
}

describe("federatedQuery: scopes", () => {
  it("searches every scope, but those of teams", async () => {
    const memory = openMemory();
    await spread(memory, PROJECT, "project:mail", "user", "global", "project", "customers", "team:ops");

    const { rows, meta } = await ask(memory);

    expect(scopesOf({ rows, meta, dropped: [] })).toEqual(
      [PROJECT, "project:mail", "user", "global", "project", "customers"].sort(),
    );
    expect(meta).toMatchObject({ total: 6, relevant: 6, limit: 20, trust: "all" });
  });

  it("searches a team where it is the current scope, or listed", async () => {
    const memory = openMemory();
    await spread(memory, PROJECT, "team:ops", "team:web");

    expect(scopesOf(await ask(memory, { currentScope: "team:ops" }))).toEqual([PROJECT, "team:ops"]);
    expect(scopesOf(await ask(memory, { scopes: ["team:web", PROJECT] }))).toEqual([PROJECT, "team:web"]);
  });

  it("searches the listed scopes alone, in their canonical form", async () => {
    const memory = openMemory();
    await spread(memory, PROJECT, "project:my-app", "user");

    expect(scopesOf(await ask(memory, { scopes: [" project:My App (1) ", ""] }))).toEqual(["project:my-app"]);
    expect(scopesOf(await ask(memory, { scopes: [" "] }))).toHaveLength(3);
  });

  it("takes an empty current scope, and the bare one, for the project at hand", async () => {
    const memory = openMemory().as(OPERATOR);
    const own = await memory.add({ text: TEXT, visibility: "sensitive", sourceAgent: "ana" });

    for (const currentScope of [undefined, "", " project ", PROJECT]) {
      expect(idsOf(await ask(memory, { currentScope, allowSensitive: true }))).toEqual([own.id]);
    }
    expect(idsOf(await ask(memory, { currentScope: "project:mail", allowSensitive: true }))).toEqual([]);
  });
});

interface Foreign {
  readonly claim: Partial<NewClaim>;
  readonly caller: Partial<Authority>;
  readonly request?: Partial<FederatedRequest>;
}

/** What may be there beside the rows of the caller, and must not be noticed. */
const FOREIGN: Readonly<Record<string, Foreign>> = {
  "a claim of another tenant": { claim: { tenantId: "other" }, caller: { tenantId: "acme" } },
  "a claim of no tenant": { claim: {}, caller: { tenantId: "acme" } },
  "a private claim of another agent": {
    claim: { visibility: "private", sourceAgent: "ana" },
    caller: { principal: "luis" },
  },
  "a sensitive claim": { claim: { visibility: "sensitive", sourceAgent: "ana" }, caller: OPERATOR },
  "a sensitive claim of another scope, although sensitive ones are asked for": {
    claim: { visibility: "sensitive", sourceAgent: "ana", scope: "project:mail" },
    caller: OPERATOR,
    request: { allowSensitive: true },
  },
  "a sensitive claim of a listed scope that is not the current one": {
    claim: { visibility: "sensitive", sourceAgent: "ana", scope: "project:mail" },
    caller: OPERATOR,
    request: { allowSensitive: true, scopes: ["project:mail", PROJECT] },
  },
  "a claim of a team": { claim: { scope: "team:ops" }, caller: {} },
  "a claim of a scope that is not listed": {
    claim: { scope: "project:mail" },
    caller: {},
    request: { scopes: [PROJECT] },
  },
  "a claim of a scope that is not granted": {
    claim: { scope: "project:mail" },
    caller: { mode: "team", principal: "ana", role: "reader", grantedScopes: [PROJECT] },
  },
  "a claim that is not valid any more": { claim: { validUntil: "2026-01-01T00:00:00+00:00" }, caller: {} },
};

describe("federatedQuery: what is foreign is neither shown nor counted, whatever its rank", () => {
  it.each(Object.entries(FOREIGN))("%s", async (_what, { claim, caller, request }) => {
    const answers = [];
    for (const isThere of [false, true]) {
      const memory = openMemory();
      await memory.add({ text: "The gateway has a token", tenantId: caller.tenantId });
      if (isThere) await memory.add({ text: `${TEXT} quickly`, ...claim });
      const { rows, meta, dropped } = await ask(memory.as(caller), request);
      answers.push({ ids: idsOf({ rows }), meta, dropped });
    }

    expect(answers[0]?.ids).toEqual([1]);
    expect(answers[1]).toEqual(answers[0]);
  });

  it("a claim of a scope that is not granted cannot be asked for either, nor be the current scope", async () => {
    const memory = openMemory().as({ mode: "team", principal: "ana", role: "reader", grantedScopes: [PROJECT] });

    for (const request of [{ scopes: ["team:ops"] }, { currentScope: "team:ops" }]) {
      await expect(ask(memory, request)).rejects.toMatchObject({ code: "access.denied" });
    }
    await expect(ask(memory, { allowSensitive: true })).rejects.toMatchObject({ code: "access.sensitive" });
  });

  it("a claim that becomes sensitive while the answer is put together", async () => {
    const memory = openMemory().as(OPERATOR);
    await memory.add({ text: TEXT, scope: "project:mail" });
    const { store } = memory.context;
    const claims = {
      ...store.claims,
      getMany: async (...given: Parameters<typeof store.claims.getMany>) =>
        (await store.claims.getMany(...given)).map((one) => ({ ...one, visibility: "sensitive" as const })),
    };

    const { rows } = await federatedQuery(
      { ...memory.context, store: { ...store, claims } },
      { queryText: QUERY, allowSensitive: true },
    );

    expect(rows).toEqual([]);
  });
});

describe("federatedQuery: rows", () => {
  it("finds what it may show behind many better rows that it may not", async () => {
    const memory = openMemory();
    for (let place = 0; place < 150; place += 1) {
      await memory.add({ text: `Gateway ${place}`, scope: "team:ops" });
    }
    await memory.add({
      text: "The gateway of the office stands in the cellar beside the boiler",
      scope: "project:mail",
    });

    const { rows, meta } = await ask(memory, { queryText: "gateway", limit: 20 });

    expect([textsOf({ rows }).length, meta.total]).toEqual([1, 1]);
  });

  it("shows at most a hundred, whatever is asked for, and at least one", async () => {
    const memory = openMemory();
    await memory.addAll(Array.from({ length: 130 }, (_, place) => `Gateway number ${place}`));

    const { rows, meta } = await ask(memory, { queryText: "gateway", limit: 1_000 });

    expect([rows.length, meta.limit, meta.total]).toEqual([100, 100, 130]);
    await expect(ask(memory, { limit: 0 })).rejects.toMatchObject({
      code: "input.invalid",
      details: { field: "limit" },
    });
  });

  it("leaves out pinned claims that do not match: each project has its own", async () => {
    const memory = openMemory();
    await memory.add({ text: "Never force-push", scope: "project:mail" }, { pinned: true });
    await memory.add({ text: TEXT, scope: "project:mail" }, { pinned: true });

    expect(textsOf(await ask(memory))).toEqual([TEXT]);
  });
});
