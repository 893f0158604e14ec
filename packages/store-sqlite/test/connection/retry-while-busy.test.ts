import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { retryWhileBusy } from "../../src/connection/retry-while-busy.ts";
import { failure, insertTexts } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

const busy = (): never => {
  throw new Database.SqliteError("database is locked", "SQLITE_BUSY");
};

describe("waiting for other writers", () => {
  it("tries until the lock is free, and lets other work go on meanwhile", async () => {
    let tries = 0;
    let timersRun = 0;
    const timer = setInterval(() => (timersRun += 1), 1);

    const result = await retryWhileBusy(() => {
      tries += 1;
      return tries < 6 ? busy() : "free";
    }, 60_000);
    clearInterval(timer);

    expect([result, tries]).toEqual(["free", 6]);
    expect(timersRun).toBeGreaterThan(0);
  });

  it("gives up when its time is over", async () => {
    let tries = 0;

    const refused = await failure(
      retryWhileBusy(() => {
        tries += 1;
        return busy();
      }, 0),
    );

    expect([refused.code, tries]).toEqual(["store.busy", 1]);
  });

  it("does not repeat what failed for another reason", async () => {
    let tries = 0;

    const refused = await failure(
      retryWhileBusy(() => {
        tries += 1;
        throw new Database.SqliteError("disk full", "SQLITE_FULL");
      }, 60_000),
    );

    expect([refused.code, tries]).toEqual(["store.unavailable", 1]);
  });

  it("gets a store past a writer in another connection", async () => {
    await using temp = await tempStore();
    const other = new Database(temp.path);
    other.exec("begin immediate");

    const written = insertTexts(temp.store, "after the other");
    setImmediate(() => other.exec("commit").close());

    expect(await written).toHaveLength(1);
  });

  it("says that a store is busy, and that the call may be repeated, when the other does not end", async () => {
    await using temp = await tempStore({ busyTimeoutMs: 0 });
    const other = new Database(temp.path);
    other.exec("begin immediate");

    await expect(insertTexts(temp.store, "never")).rejects.toMatchObject({ code: "store.busy", retryable: true });
    other.exec("rollback");

    expect(await insertTexts(temp.store, "now")).toHaveLength(1);
    other.close();
  });
});
