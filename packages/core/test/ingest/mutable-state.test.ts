import { describe, expect, it } from "vitest";
import { mutableStateRule } from "../../src/ingest/mutable-state.ts";

describe("mutableStateRule", () => {
  it("names the rule and the reason without words of the text", () => {
    expect(mutableStateRule({ text: "Currently out of credits on the OpenAI quota" })).toEqual({
      rule: "credits",
      reason: "names credits in a passing state: currently",
    });
  });

  it.each([
    ["currently at 80 % quota", "quota"],
    ["The monthly quota is exhausted", "quota"],
    ["We ran out of API credits", "credits"],
    ["The credit balance is temporarily frozen", "credit_balance"],
    ["Our subscription plan is Pro until March 2027", "subscription"],
    ["The free tier no longer includes SSO", "free_tier"],
    ["The plan limit is currently 5 seats", "plan_limit"],
    ["The rate limit is temporarily 10 requests per second", "rate_limit"],
    ["Pricing holds until 2027", "pricing"],
    ["Ana is on-call this week", "on_call"],
    ["Luis is on call", "on_call"],
    ["Ana owns the release manager role", "role_ownership"],
    ["ripgrep is not installed on the runners", "installation"],
    ["ripgrep isn’t installed on the runners", "installation"],
    ["The staging API is down", "availability"],
    ["The mirror is\nunavailable", "availability"],
    ["GPU nodes are available until 2026-03-01", "availability"],
    ["Actualmente la cuota está al 80 %", "quota"],
    ["Nos quedamos sin créditos", "credits"],
    ["La cuota está agotada", "quota"],
    ["El plan gratuito ya no incluye SSO", "free_tier"],
    ["La suscripción vale hasta el 15 de marzo de 2027", "subscription"],
    ["Ana está de guardia", "on_call"],
    ["El espejo no está disponible", "availability"],
    ["La API de staging está caída", "availability"],
    ["Luis tiene el rol de release", "role_ownership"],
    ["Docker no está instalado en CI", "installation"],
  ])("catches %j as %s", (text, rule) => expect(mutableStateRule({ text })?.rule).toBe(rule));

  it.each([
    "The API enforces a rate limit of 60 requests per minute",
    "Quotas are counted per tenant and reset at midnight UTC",
    "The free tier allows 3 projects",
    "The on-call rotation is defined in ops/rotation.yml",
    "Docker is installed by the bootstrap script",
    "Pods scale down when the quota is halved",
    "We no longer deploy with Jenkins",
    "The staging API listens on port 7443",
    "Shutdown drains the accreditsystem and quotation currently",
    "Retry until 5 attempts failed, then report the rate limit",
    "La API aplica un límite de peticiones de 60 por minuto",
    "El precio se calcula por inquilino",
    "",
  ])("passes %j", (text) => expect(mutableStateRule({ text })).toBeUndefined());

  it.each([
    [undefined, true],
    ["none", true],
    ["constraint", true],
    ["decision", true],
    ["environment", true],
    ["fact", true],
    ["gotcha", true],
    ["reference", true],
    ["preference", false],
    ["procedure", false],
  ])("applies to claims of type %s: %s", (claimType, applies) => {
    expect(mutableStateRule({ text: "currently at 80 % quota", claimType }) !== undefined).toBe(applies);
  });

  it("ends on a megabyte of words that almost match", () => {
    const texts = ["until a ", "out of a ", "owns the a ", "currently ", "is "].map((unit) => unit.repeat(100_000));

    expect(texts.map((text) => mutableStateRule({ text }))).toEqual(texts.map(() => undefined));
  });
});
