import { git, tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { parseGitConfig } from "../../src/git/parse-git-config.ts";

test("sections, subsections and names are read as git reads them", () => {
  const config = parseGitConfig(`
# a comment
[core]
	bare = false ; another
[Remote "origin"] URL = https://example.org/a.git # the place
[remote "Up\\"stream"]
	url = "git@example.org:a b.git"  
	url = second
	mirror
[extensions]
	objectFormat = sha256
	long = one\\
 two
`);

  expect([...config]).toEqual([
    ["core.bare", ["false"]],
    ["remote.origin.url", ["https://example.org/a.git"]],
    ['remote.Up"stream.url', ["git@example.org:a b.git", "second"]],
    ['remote.Up"stream.mirror', ["true"]],
    ["extensions.objectformat", ["sha256"]],
    ["extensions.long", ["one two"]],
  ]);
});

test.each([
  "plain",
  "with # hash and ; semicolon",
  '"quoted"',
  "back\\slash",
  "  blanks around  ",
  "tab\tinside",
  "ñandú 日本",
  "",
  "C:\\repos\\shop",
])("the value %j that git wrote is read back", (value) => {
  using temp = tempFolder();
  const file = temp.write("config", "");
  git(temp.path, "config", "--file", file, "remote.origin.url", value);

  const read = parseGitConfig(temp.read("config"));

  expect(read.get("remote.origin.url")).toEqual([value]);
});

test("what is no line of a config is skipped", () => {
  const config = parseGitConfig("lost = 1\n[broken\nx = 2\n[ok]\n= 3\n1a = 4\ny = 5\n");

  expect([...config]).toEqual([["ok.y", ["5"]]]);
});
