/** Claims of a batch. */
const BATCH = 50;

/**
 * Stores claims until the process is killed, and prints the uid of each as soon as it is acknowledged. Single claims and
 * batches come by turns, with pins and links among them. Any number of writers may share a process.
 */
export async function writeEndlessly(memory, name) {
  const report = (claims) => process.stdout.write(claims.map(({ uid }) => `${uid}\n`).join(""));
  let previous;
  for (let round = 0; ; round += 1) {
    const text = (part) => `Writer ${name} noted ${part} of round ${round} on ${process.pid}`;
    const input = { text: text("one"), citations: [{ source: `${name}.md` }] };
    const { claim } = await patiently(() => memory.claims.ingest(input));
    report([claim]);
    if (round % 3 === 0) await patiently(() => memory.claims.pin(claim.id, true));
    if (round % 4 === 0) report(await patiently(() => storeBatch(memory, text)));
    if (round % 5 === 0 && previous !== undefined)
      await patiently(() => memory.links.add(claim.id, previous.id, "supports"));
    previous = claim;
  }
}

/** A bulk tells ids alone, so the claims are read again, whole. */
async function storeBatch(memory, text) {
  const items = Array.from({ length: BATCH }, (_none, line) => ({ line, input: { text: text(`line ${line}`) } }));
  const { rows } = await memory.claims.ingestMany(items);
  const ids = rows.map(({ claimId }) => claimId);
  const { items: claims } = await memory.claims.list({ ids, limit: BATCH, scopes: "all" });
  if (claims.length !== BATCH) throw new RangeError(`Of ${BATCH} acknowledged claims ${claims.length} are there`);
  return claims;
}

/** On a slow machine a writer may wait for the others longer than it is allowed to: nothing is written then. */
async function patiently(write) {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (error.code !== "store.busy") throw error;
    }
  }
}
