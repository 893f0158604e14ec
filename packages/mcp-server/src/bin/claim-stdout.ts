import process from "node:process";
import { Writable } from "node:stream";

/**
 * The stream of the protocol. Everything else that writes to stdout, a stray line of a dependency included, goes to
 * stderr from now on: one such line would break the stream for strict clients. A reader that goes away shows as an
 * `error` of the returned stream; one that closes stderr is nobody's fault.
 */
export function claimStdout(): Writable {
  const { stdout, stderr } = process;
  const writeFrame = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  stderr.on("error", () => undefined);
  const frames = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writeFrame(chunk, (error) => {
        done(error);
      });
    },
  });
  stdout.on("error", (error: Error) => frames.destroy(error));
  return frames;
}
