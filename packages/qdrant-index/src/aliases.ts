import { dig } from "./dig.ts";
import { badAnswer } from "./failure.ts";
import type { Session } from "./transport.ts";

/** What an alias points to. */
export async function aliasTarget(session: Session, alias: string): Promise<string | undefined> {
  const aliases = dig(await session.send("aliases", (api, init) => api.getCollectionsAliases({}, init)), "aliases");
  if (!Array.isArray(aliases)) throw badAnswer("aliases");
  const target = dig(
    aliases.find((one) => dig(one, "alias_name") === alias),
    "collection_name",
  );
  return typeof target === "string" ? target : undefined;
}

/** Lets an alias point elsewhere in one request: nobody sees it point nowhere. `from` is what it points to now. */
export async function moveAlias(
  session: Session,
  alias_name: string,
  { from, to }: { readonly from: string | undefined; readonly to: string },
): Promise<void> {
  if (from === to) return;
  const create = { create_alias: { alias_name, collection_name: to } };
  const actions = from === undefined ? [create] : [{ delete_alias: { alias_name } }, create];
  await session.send("alias", (api, init) => api.updateAliases({ actions }, init));
}

/** Names of all collections of the server. */
export async function collectionNames(session: Session): Promise<readonly string[]> {
  const list = dig(await session.send("collections", (api, init) => api.getCollections({}, init)), "collections");
  if (!Array.isArray(list)) throw badAnswer("collections");
  return list.map((one) => dig(one, "name")).filter((name) => typeof name === "string");
}
