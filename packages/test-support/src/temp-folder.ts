import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of its own for one test, gone at the end of the block that declares it by `using`. */
export interface TempFolder extends Disposable {
  /** Real path. The name holds what breaks careless quoting. */
  readonly path: string;
  /** The path of a file or folder inside. */
  at(...parts: string[]): string;
  /** Writes a file, with the folders it needs; returns its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Text of a file. */
  read(name: string): string;
  bytes(name: string): Buffer;
  exists(name: string): boolean;
  /** Makes a folder; returns its path. */
  folder(name: string): string;
}

export function tempFolder(): TempFolder {
  const path = realpathSync.native(mkdtempSync(join(tmpdir(), "memory master é'&-")));
  const at = (...parts: string[]): string => join(path, ...parts);
  return {
    path,
    at,
    write: (name, content) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    read: (name) => readFileSync(at(name), "utf8"),
    bytes: (name) => readFileSync(at(name)),
    exists: (name) => existsSync(at(name)),
    folder: (name) => {
      mkdirSync(at(name), { recursive: true });
      return at(name);
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
