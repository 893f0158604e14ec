// A process that keeps a database open: it prints the texts of all claims at once, again when it is told to, and once more
// after storing a claim of its own. Arguments: path of the database, workspace.
import { once } from "node:events";
import process from "node:process";
import { openMemoryMaster } from "@memorymaster/runtime";

const [db, workspace] = process.argv.slice(2);
const opened = await openMemoryMaster({ db, workspace, surface: "test", env: { HOME: workspace } });
const texts = async () => {
  const { items } = await opened.memory.claims.list({ scopes: "all" });
  return items
    .map(({ text }) => text)
    .sort()
    .join(", ");
};

process.stdout.write(`${await texts()}\n`);
await once(process.stdin, "data");
const before = await texts();
await opened.memory.claims.ingest({ text: "Written by the reader", citations: [] });
process.stdout.write(`${before}\n${await texts()}\n`);
await opened.close();
