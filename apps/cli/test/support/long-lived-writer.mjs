// A process that opens a database when it is told to, stores claims one by one, and reports each as it is acknowledged.
// Arguments: path of the database, workspace, name of the writer, number of claims.
import { once } from "node:events";
import process from "node:process";
import { openMemoryMaster } from "@memorymaster/runtime";

const [db, workspace, name, count] = process.argv.slice(2);
const report = (line) => process.stdout.write(`${line}\n`);

report("ready");
await once(process.stdin, "data");
const opened = await openMemoryMaster({ db, workspace, create: true, surface: "test", env: { HOME: workspace } });
for (let index = 0; index < Number(count); index += 1) {
  const text = `Writer ${name} saw the value ${index}`;
  await opened.memory.claims.ingest({ text, citations: [] });
  report(text);
}
await opened.close();
process.stdin.destroy();
