// A process that stores claims until it is killed and reports each as soon as it is acknowledged. Single claims and
// batches come by turns, with pins and links among them. Arguments: path of the database, workspace, name of the writer.
import process from "node:process";
import { openMemoryMaster } from "@memorymaster/runtime";

const [db, workspace, name] = process.argv.slice(2);
const report = (ids) => process.stdout.write(`${ids.join("\n")}\n`);

const { memory } = await openMemoryMaster({ db, workspace, create: true, surface: "test", env: { HOME: workspace } });
for (let round = 0; ; round += 1) {
  const text = (part) => `Writer ${name} noted ${part} of round ${round} on ${process.pid}`;
  const { claim } = await memory.claims.ingest({ text: text("one"), citations: [] });
  report([claim.id]);
  if (round % 3 === 0) await memory.claims.pin(claim.id, true);
  if (round % 4 === 0) {
    const items = Array.from({ length: 50 }, (_none, line) => ({ line, input: { text: text(`line ${line}`) } }));
    const { rows } = await memory.claims.ingestMany(items);
    report(rows.flatMap(({ claimId }) => claimId ?? []));
  }
  if (round % 5 === 0 && claim.id > 1) await memory.links.add(claim.id, claim.id - 1, "supports");
}
