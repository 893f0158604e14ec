import Database from "better-sqlite3";

/** Runs a script on a database as no program of ours would: without foreign keys, triggers of events and checks. */
export function tamper(path: string, script: string): void {
  const database = new Database(path);
  try {
    // Lets scripts into the tables behind the text index.
    database.unsafeMode(true);
    database.pragma("foreign_keys = off");
    database.pragma("ignore_check_constraints = on");
    database.exec("drop trigger if exists events_refuse_update; drop trigger if exists events_refuse_delete");
    database.exec("drop trigger if exists claims_supersession_on_update");
    database.exec(script);
  } finally {
    database.close();
  }
}
