// A process with one writer. Arguments: path of the database, workspace, name of the writer.
import process from "node:process";

import { openMemoryMaster } from "@memorymaster/runtime";
import { writeEndlessly } from "@memorymaster/test-support/endless-writer";

const [db, workspace, name] = process.argv.slice(2);
const { memory } = await openMemoryMaster({ db, workspace, create: true, surface: "test", env: { HOME: workspace } });
await writeEndlessly(memory, name);
