import { execFileSync } from "node:child_process";
import { symlinkSync, utimesSync } from "node:fs";

import type { ScanLimits, WorkspaceReader } from "@memorymaster/steward";
import { expect, test } from "vitest";

import { readerWorld } from "./reader-world.ts";

const ALL: ScanLimits = { maxFiles: 30_000, maxFileBytes: 1000 };

interface Walked {
  readonly paths: readonly string[];
  readonly isCut: boolean;
}

async function walk(reader: WorkspaceReader, limits: ScanLimits = ALL, signal?: AbortSignal): Promise<Walked> {
  const paths: string[] = [];
  let isCut = false;
  const onCut = (): void => {
    isCut = true;
  };
  for await (const { relativePath, text } of reader.scan({ ...limits, onCut }, signal)) {
    paths.push(text === undefined ? `${relativePath} unread` : relativePath);
  }
  return { paths, isCut };
}

test("paths have one form, whatever their separators; those outside have none and nothing looks for them", () => {
  using world = readerWorld({ "src/a b.ts": "" });
  const reader = world.reader();
  symlinkSync(world.temp.at("shop"), world.temp.at("link"), "junction");

  const inside = ["src/a b.ts", "./src//a b.ts", String.raw`src\a b.ts`, world.temp.at("shop", "src", "a b.ts")];
  const outside = [
    "../secret.txt",
    String.raw`..\secret.txt`,
    "src/../../secret.txt",
    String.raw`C:\shop\src\a.ts`,
    String.raw`\\server\share\a.ts`,
    world.temp.at("home", "a.ts"),
    world.temp.at("link", "src", "a b.ts"),
    "~/a.ts",
    ".git/config",
    "a\u0000b",
    "",
  ];

  expect(inside.map((path) => reader.relativePath(path))).toEqual(inside.map(() => "src/a b.ts"));
  expect(outside.map((path) => reader.relativePath(path))).toEqual(outside.map(() => undefined));
});

test("files outside are neither read nor said to be there", async () => {
  using world = readerWorld({ "src/a.ts": "a\n" });
  world.temp.write("secret.txt", "secret\n");
  world.temp.write("outside/b.txt", "b\n");
  symlinkSync(world.temp.at("outside"), world.temp.at("shop", "out"), "junction");
  symlinkSync(world.temp.at("shop", "src"), world.temp.at("shop", "in"), "junction");
  const reader = world.reader();
  const paths = ["../secret.txt", world.temp.at("secret.txt"), "out/b.txt", "out/never.txt", "out", "in/a.ts"];

  const texts = await Promise.all(paths.map((path) => reader.readText(path)));
  const kinds = await Promise.all(paths.map(async (path) => (await reader.stat(path))?.kind));

  expect(texts).toEqual([undefined, undefined, undefined, undefined, undefined, "a\n"]);
  // Of a link that leads out there is the link; the same is said whatever is behind it.
  expect(kinds).toEqual([undefined, undefined, "other", "other", "other", "file"]);
});

test("only text in regular files of at most 1 MiB is read", async () => {
  using world = readerWorld({ "fits.txt": "a".repeat(1024 * 1024), "large.txt": "a".repeat(1024 * 1024 + 1) });
  world.temp.write("shop/nul.txt", Buffer.from([0x61, 0x00]));
  world.temp.write("shop/latin1.txt", Buffer.from([0xe9, 0x74]));
  world.temp.folder("shop/folder");
  execFileSync("mkfifo", [world.temp.at("shop", "pipe.txt")]);
  symlinkSync("nowhere", world.temp.at("shop", "broken.txt"));
  const reader = world.reader();
  const names = ["fits.txt", "large.txt", "nul.txt", "latin1.txt", "folder", "pipe.txt", "broken.txt", "gone.txt"];

  const isRead = await Promise.all(names.map(async (name) => (await reader.readText(name)) !== undefined));
  const kinds = await Promise.all(names.map(async (name) => (await reader.stat(name))?.kind));

  expect(isRead).toEqual([true, false, false, false, false, false, false, false]);
  expect(kinds).toEqual(["file", "file", "file", "file", "folder", "other", "other", undefined]);
});

test("the time of a file is that of its last change", async () => {
  using world = readerWorld({ "a.txt": "a" });
  const at = new Date("2026-02-03T04:05:06.700Z");
  utimesSync(world.temp.at("shop", "a.txt"), at, at);

  expect(await world.reader().stat("a.txt")).toEqual({ kind: "file", changedAt: "2026-02-03T04:05:06+00:00" });
});

test("a walk meets files in the order of their names, without links, pipes, binaries, secrets and skipped folders", async () => {
  using world = readerWorld({
    "b.md": "b",
    "a/z.ts": "z",
    "a/b.ts": "b",
    "a.ts": "a",
    "large.txt": "x".repeat(1001),
    "photo.PNG": "png",
    ".env.local": "KEY=1",
    "server.key": "key",
    "node_modules/x/index.js": "x",
    "dist/a.js": "a",
  });
  world.temp.write("shop/nul.txt", Buffer.from([0x00]));
  world.temp.write("shop/latin1.txt", Buffer.from([0xe9]));
  world.temp.write("outside/c.md", "c");
  symlinkSync(world.temp.at("outside"), world.temp.at("shop", "c"), "junction");
  execFileSync("mkfifo", [world.temp.at("shop", "pipe.txt")]);
  const reader = world.reader();

  expect(await walk(reader)).toEqual({
    paths: ["a/b.ts", "a/z.ts", "a.ts", "b.md", "large.txt unread", "latin1.txt", "nul.txt unread"],
    isCut: false,
  });
  expect((await walk(reader, { ...ALL, suffixes: [".ts"] })).paths).toEqual(["a/b.ts", "a/z.ts", "a.ts"]);
});

test("a walk ends at the number of files, and at the signal, and says so", async () => {
  using world = readerWorld({ "a.txt": "a", "b.txt": "b", "c.txt": "c" }, false);
  const reader = world.reader();
  const ended = AbortSignal.abort();

  expect(await walk(reader, { ...ALL, maxFiles: 2 })).toEqual({ paths: ["a.txt", "b.txt"], isCut: true });
  expect(await walk(reader, { ...ALL, maxFiles: 3 })).toEqual({ paths: ["a.txt", "b.txt", "c.txt"], isCut: false });
  expect(await walk(reader, ALL, ended)).toEqual({ paths: [], isCut: true });
});

test("outside git there is nothing to ask git for", () => {
  using world = readerWorld({ "a.txt": "a" }, false);

  expect(world.reader().git).toBeUndefined();
});
