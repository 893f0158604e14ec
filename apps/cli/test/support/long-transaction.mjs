// A process that keeps a write transaction open until it is told to commit. Arguments: path of the database, workspace.
import { once } from "node:events";
import process from "node:process";
import { openMemoryMaster } from "@memorymaster/runtime";

const [db, workspace] = process.argv.slice(2);
const { memory, store, close } = await openMemoryMaster({ db, workspace, surface: "test", env: { HOME: workspace } });
await store.transaction(async () => {
  for (let index = 0; index < 50; index += 1) await memory.claims.ingest({ text: `A long job has noted ${index}` });
  process.stdout.write("held\n");
  await once(process.stdin, "data");
});
process.stdout.write("committed\n");
await close();
process.stdin.destroy();
