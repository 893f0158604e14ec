import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** What becomes of the next commit on its way. */
type Fate = "arrives" | "is_lost" | "answer_is_lost";

export interface UnreliableProxy extends AsyncDisposable {
  readonly url: string;
  /** Of the next commit; the ones after it arrive. */
  fate: Fate;
}

const COMMIT = Buffer.from("commit\0");

/** Stands between client and server, and cuts a connection right before a commit, or before its answer. */
export async function openProxy(serverUrl: string): Promise<UnreliableProxy> {
  const target = new URL(serverUrl);
  const proxy = { fate: "arrives" as Fate };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.on("data", (bytes) => {
      const fate = bytes.includes(COMMIT) ? proxy.fate : "arrives";
      if (fate !== "arrives") proxy.fate = "arrives";
      if (fate === "is_lost") return (void client.destroy(), void upstream.destroy());
      upstream.write(bytes);
      // The answer says that the server is done.
      if (fate === "answer_is_lost")
        upstream.removeAllListeners("data").once("data", () => (client.destroy(), upstream.destroy()));
    });
    upstream.on("data", (bytes) => client.write(bytes));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = Object.assign(new URL(serverUrl), {
    hostname: "127.0.0.1",
    port: String((server.address() as AddressInfo).port),
  });
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return Object.assign(proxy, { url: url.href, [Symbol.asyncDispose]: close });
}
