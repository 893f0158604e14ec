import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeVectorIndex } from "@memorymaster/store-conformance";
import { Ajv } from "ajv";
import type { ValidateFunction } from "ajv";
import { expect, test } from "vitest";

import { openOnServer } from "../support/open-index.ts";
import { failureOf, QUERY, SPEC, STORE } from "../support/points.ts";
import { PlainText, ROUTES } from "../support/routes.ts";
import type { Exchange } from "../support/qdrant-server.ts";

const DOCUMENT = fileURLToPath(new URL("../../../../../shared/data/qdrant/openapi.json", import.meta.url));

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

if (!existsSync(DOCUMENT)) throw new TypeError(`Qdrant's description is missing: ${DOCUMENT}`);
const document = JSON.parse(readFileSync(DOCUMENT, "utf8")) as Document;

/** The words of OpenAPI 3.0 that JSON Schema has not: `nullable` without a type means `null`. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, asJsonSchema(part)]),
  );
  if (nullable !== true) return rest;
  return Object.keys(rest).length === 0 ? { type: "null" } : { anyOf: [rest, { type: "null" }] };
}

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: "qdrant", ...(asJsonSchema(document) as object) });
const validators = new Map<string, ValidateFunction>();

/** Finds the schema at a place of the document and checks a value by it; gives what is wrong. */
function faultsOf(place: readonly string[], value: unknown): readonly string[] {
  const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).map(encodeURIComponent);
  const ref = `qdrant#/${pointer.join("/")}`;
  const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
  validators.set(ref, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}

const faults: string[] = [];
const seen = new Set<string>();

function check({ route, query, body, status, answer }: Exchange): void {
  const [method = "", path = ""] = route.split(" ");
  const verb = method.toLowerCase();
  const operation = document.paths[path]?.[verb];
  const note = (what: string, found: readonly string[]): void => {
    for (const fault of found) faults.push(`${route} ${what}: ${fault}`);
  };
  if (operation === undefined) {
    note("", ["no such operation"]);
    return;
  }
  seen.add(`${route} ${status}`);
  const known = (operation.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
  const asked = [...new URLSearchParams(query).keys()];
  note(
    "query",
    asked.filter((name) => !known.includes(name)),
  );
  const at = ["paths", path, verb];
  const json = ["content", "application/json", "schema"];
  if ((operation.requestBody === undefined) !== (body === "")) note("body", ["one too many, or one is missing"]);
  else if (body !== "") note("body", faultsOf([...at, "requestBody", ...json], JSON.parse(body)));
  if (answer instanceof PlainText) return;
  const code = status === 200 ? "200" : "4XX";
  note(String(status), faultsOf([...at, "responses", code, ...json], JSON.parse(JSON.stringify(answer))));
}

describeVectorIndex("Qdrant by its description", async () => ({ ...(await openOnServer({}, check)), storeId: STORE }));

test("the validator finds what is wrong", () => {
  const at = ["paths", "/collections/{collection_name}/points/count", "post", "requestBody", "content"];
  const schema = [...at, "application/json", "schema"];

  expect(faultsOf(schema, { exact: true, filter: { must: [] } })).toEqual([]);
  expect(faultsOf(schema, { exact: "yes" })).not.toEqual([]);
  expect(faultsOf(schema, { filter: { musty: [] } })).not.toEqual([]);
});

test("every request and every answer is as Qdrant describes it", async () => {
  await using opened = await openOnServer({}, check);
  const { index, server } = opened;
  await index.ensure(SPEC);
  server.state.aliases.clear();
  await index.admin?.swap(index.admin.nameFor(SPEC.fp));
  for (const { indexes } of server.state.collections.values()) indexes.clear();
  const bare = await failureOf(index.query(QUERY));
  server.state.isReady = false;
  await index.describe();
  await index.admin?.list();
  await index.admin?.drop(index.admin.nameFor(SPEC.fp));

  expect(bare.details).toMatchObject({ status: 400 });
  expect([...new Set(faults)]).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining(Object.keys(ROUTES).map((route) => `${route} 200`)));
});
