import { SETTINGS_DEFAULTS } from "@memorymaster/core";
import { tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { resolveConfig } from "../src/resolve-config.ts";
import type { ConfigOptions, ResolvedConfig } from "../src/resolve-config.ts";

const originOf = (config: ResolvedConfig, key: string): unknown => {
  const entry = config.entries.find((one) => one.key === key);
  return entry === undefined ? undefined : [entry.value, entry.origin, entry.name];
};

test("without any source everything is a default, and says which variable would change it", () => {
  const config = resolveConfig({ env: {}, cwd: "/" });

  expect(config.memory).toEqual(SETTINGS_DEFAULTS);
  expect(config.runtime).toEqual({
    log_level: "warning",
    synchronous: "full",
    spool_dir: "~/.memorymaster/spool",
    snapshot_dir: "~/.memorymaster/snapshots",
    default_project_scope: "",
    scope_disambiguate: false,
    allow_sensitive_bypass: false,
    embed_provider: "local",
    embed_local_model: "multilingual-e5-small",
    embed_model_dir: "~/.memorymaster/models",
    embed_allow_download: false,
  });
  expect(config.warnings).toEqual([]);
  expect(new Set(config.entries.map(({ origin }) => origin))).toEqual(new Set(["default"]));
  expect(originOf(config, "synchronous")).toEqual(["full", "default", "MEMORYMASTER_SYNCHRONOUS"]);
  expect(originOf(config, "default_db")).toEqual([null, "default", "MEMORYMASTER_DEFAULT_DB"]);
});

test("an option beats a variable, a variable the file, the file the default", () => {
  using temp = tempFolder();
  const file = temp.write(
    "config.json",
    '\uFEFF{"log_level": "info", "synchronous": "normal", "relevance_floor": 0.5}',
  );
  const env = { MEMORYMASTER_LOG_LEVEL: "error", MEMORYMASTER_SYNCHRONOUS: "full" };
  const options: ConfigOptions = { config: "config.json", env, cwd: temp.path };

  const config = resolveConfig({ ...options, logLevel: "debug" });

  expect(originOf(config, "log_level")).toEqual(["debug", "option", "--log-level"]);
  expect(originOf(config, "synchronous")).toEqual(["full", "env", "MEMORYMASTER_SYNCHRONOUS"]);
  expect(originOf(resolveConfig({ ...options, env: {} }), "synchronous")).toEqual([
    "normal",
    "file",
    `${file}: synchronous`,
  ]);
  expect(config.memory.relevanceFloorRatio).toBe(0.5);
  expect(originOf(config, "config_file")).toEqual([file, "option", "--config"]);
});

test("a word of a choice may be written in capitals", () => {
  const config = resolveConfig({ env: { MEMORYMASTER_LOG_LEVEL: "DEBUG" }, cwd: "/" });

  expect(config.runtime.log_level).toBe("debug");
});

test("the variable names the file too, and choices show where they come from, without passwords", () => {
  using temp = tempFolder();
  const file = temp.write("config.json", "{}");
  const env = { MEMORYMASTER_CONFIG_FILE: file, MEMORYMASTER_DEFAULT_DB: "postgresql://ana:geheim@host/mm" };

  const config = resolveConfig({ workspace: "shop", tenant: "acme", env, cwd: temp.path });

  expect(originOf(config, "config_file")).toEqual([file, "env", "MEMORYMASTER_CONFIG_FILE"]);
  expect(originOf(config, "default_db")).toEqual(["postgresql://ana:***@host/mm", "env", "MEMORYMASTER_DEFAULT_DB"]);
  expect(originOf(config, "workspace")).toEqual(["shop", "option", "--workspace"]);
  expect(originOf(config, "tenant")).toEqual(["acme", "option", "--tenant"]);
});

test("switches are read in any usual word; another word has no effect and is said", () => {
  const read = (word: string): unknown => {
    const config = resolveConfig({ env: { MEMORYMASTER_ALLOW_SENSITIVE_BYPASS: word }, cwd: "/" });
    return [config.runtime.allow_sensitive_bypass, config.warnings.length];
  };

  expect(["1", "TRUE", " yes ", "On"].map(read)).toEqual(Array.from({ length: 4 }, () => [true, 0]));
  expect(["0", "false", "NO", "off", ""].map(read)).toEqual(Array.from({ length: 5 }, () => [false, 0]));
  expect(read("maybe")).toEqual([false, 1]);
});

test("an unknown key of the file is a warning, keys of every part of the product are known", () => {
  using temp = tempFolder();
  temp.write("config.json", '{"colour": "red", "log_level": "info", "pinned_bonus": 0.1}');

  const { warnings } = resolveConfig({ config: "config.json", env: {}, cwd: temp.path });

  expect(warnings).toEqual([expect.stringContaining("colour")]);
});

test.each([
  { what: "a variable", env: { MEMORYMASTER_LOG_LEVEL: "loud" }, name: "MEMORYMASTER_LOG_LEVEL" },
  { what: "a number", env: { MEMORYMASTER_RELEVANCE_FLOOR: "many" }, name: "MEMORYMASTER_RELEVANCE_FLOOR" },
  { what: "a short list", env: { MEMORYMASTER_RETRIEVAL_WEIGHTS: "1,2" }, name: "MEMORYMASTER_RETRIEVAL_WEIGHTS" },
  { what: "a value of the file", content: '{"synchronous": "never"}', name: "synchronous" },
  { what: "a switch of the file", content: '{"scope_disambiguate": "yes"}', name: "scope_disambiguate" },
  { what: "a file that is no JSON", content: '{"key": "geheim"', name: "config.json" },
  { what: "a file that holds a list", content: "[]", name: "config.json" },
])("$what that cannot be used is refused by name", ({ env = {}, content, name }) => {
  using temp = tempFolder();
  if (content !== undefined) temp.write("config.json", content);
  const options = { env, cwd: temp.path, config: content === undefined ? undefined : "config.json" };

  expect(() => resolveConfig(options)).toThrow(
    expect.objectContaining({
      code: "config.invalid",
      message: expect.not.stringContaining("geheim") as unknown,
      details: { name: expect.stringContaining(name) as unknown },
    }),
  );
});

test("a configuration file that is not there is missing, a folder is none", () => {
  using temp = tempFolder();
  temp.folder("folder");

  const open = (config: string) => () => resolveConfig({ config, env: {}, cwd: temp.path });

  expect(open("gone.json")).toThrow(expect.objectContaining({ code: "config.missing" }));
  expect(open("folder")).toThrow(expect.objectContaining({ code: "config.invalid" }));
});

test("the encryption key comes from the environment alone and is never shown", () => {
  using folder = tempFolder();
  const key = Buffer.alloc(32, 5).toString("base64");
  const config = folder.write("config.json", JSON.stringify({ encryption_key: key }));
  const name = "MEMORYMASTER_ENCRYPTION_KEY";

  const unset = resolveConfig({ config, env: {} });
  const set = resolveConfig({ env: { [name]: ` ${key} ` } });

  expect([unset.sealer, originOf(unset, "encryption_key")]).toEqual([undefined, [null, "default", name]]);
  expect(unset.warnings).toEqual([expect.stringContaining("unknown key encryption_key")]);
  expect(set.sealer?.open(set.sealer.seal("words"))).toBe("words");
  expect(originOf(set, "encryption_key")).toEqual(["***", "env", name]);
  expect(JSON.stringify(set)).not.toContain(key);
});

test("a malformed encryption key is refused without being shown", () => {
  const env = { MEMORYMASTER_ENCRYPTION_KEY: "hunter2-is-no-key" };

  expect(() => resolveConfig({ env })).toThrow("MEMORYMASTER_ENCRYPTION_KEY: must be 32 bytes in base64");
  expect(() => resolveConfig({ env })).not.toThrow("hunter2");
});
