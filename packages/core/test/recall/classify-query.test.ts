import { describe, expect, it } from "vitest";
import { classifyQuery, QUERY_TYPES } from "../../src/recall/classify-query.ts";

describe("classifyQuery", () => {
  it("recommends mode and profile by type", () => {
    const queries = [
      "when did the port move",
      "deploy rules",
      "is it cached",
      "naming conventions",
      "what the worker calls",
      "where is the cache",
      "staging api",
    ];

    expect(queries.map(classifyQuery)).toEqual([
      { queryType: "temporal", recommendedMode: "legacy", profile: "fresh" },
      { queryType: "constraint_check", recommendedMode: "legacy", profile: "precision" },
      { queryType: "verification", recommendedMode: "legacy", profile: "precision" },
      { queryType: "preference", recommendedMode: "qdrant", profile: "semantic" },
      { queryType: "relational", recommendedMode: "qdrant", profile: "semantic" },
      { queryType: "fact_lookup", recommendedMode: "legacy", profile: "precision" },
      { queryType: "open_ended", recommendedMode: "qdrant", profile: "recall" },
    ]);
    expect(queries.map((query) => classifyQuery(query).queryType)).toEqual(QUERY_TYPES);
  });

  it.each([
    ["must I verify X", "constraint_check"],
    ["Is it always required?", "constraint_check"],
    ["What changed last\n week?", "temporal"],
    ["what happened before the release rules", "temporal"],
    ["Should we prefer tabs", "verification"],
    ["does it use redis", "verification"],
    ["tell me, is it cached", "open_ended"],
    ["what do we like", "preference"],
    ["which service depends on redis", "relational"],
    ["WHO owns billing", "fact_lookup"],
    ["¿What's the port?", "fact_lookup"],
    ["how many workers", "fact_lookup"],
    ["how do workers start", "open_ended"],
    ["whenever", "open_ended"],
    ["unlike staging", "open_ended"],
    ["overruled mustard", "open_ended"],
    ["whatever", "open_ended"],
    ["beforehand recalls", "open_ended"],
    ["", "open_ended"],
  ])("takes %j as %s", (query, type) => expect(classifyQuery(query).queryType).toBe(type));

  it.each([
    ["when did the port change", "cuándo cambió el puerto"],
    ["yesterday's deploys", "los despliegues de ayer"],
    ["what must a deploy do", "qué debe hacer un despliegue"],
    ["are there open ports", "¿hay puertos abiertos?"],
    ["the style of commits", "el estilo de los commits"],
    ["services connected to redis", "servicios conectados a redis"],
    ["which port does staging use", "en qué puerto escucha staging"],
    ["where is the cache", "¿dónde está la caché?"],
    ["staging api", "api de staging"],
  ])("takes %j and %j as one type", (english, spanish) => {
    expect(classifyQuery(spanish)).toEqual(classifyQuery(english));
  });
});
