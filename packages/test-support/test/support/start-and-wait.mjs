// Starts a server, tells its URL, and waits to be killed.
import { startPostgres } from "@memorymaster/test-support/postgres-server";

const { url } = await startPostgres();
process.send(url);
setInterval(() => {}, 60_000);
