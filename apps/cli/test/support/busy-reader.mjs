// A process that asks one question so many times, and reports how many answers it had and what it was warned of.
// Arguments: path of the database, workspace, home folder, number of times; `MEMORYMASTER_SPOOL_DIR` is handed on.
import process from "node:process";
import { openMemoryMaster } from "@memorymaster/runtime";

const [db, workspace, home, times] = process.argv.slice(2);
const { MEMORYMASTER_SPOOL_DIR } = process.env;
const warnings = [];
const { memory, close } = await openMemoryMaster({
  db,
  workspace,
  readOnly: true,
  surface: "test",
  env: { HOME: home, USERPROFILE: home, MEMORYMASTER_SPOOL_DIR },
  writeLog: (line) => warnings.push(line),
});
let answers = 0;
for (let time = 0; time < Number(times); time += 1) {
  answers += (await memory.recall.query({ queryText: "which port does staging use" })).rows.length;
}
await close();
process.stdout.write(JSON.stringify({ answers, warnings }));
