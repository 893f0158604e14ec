// Databases on the server of the tests, for tests and scripts.
import { randomUUID } from "node:crypto";
import pg from "pg";

/**
 * A new database that sorts text the way most servers do, by the rules of a language: who relies on the order of bytes
 * has to ask for it.
 */
export async function createDatabase(serverUrl, template) {
  const name = newName();
  const from = template ?? "template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'";
  // A server notices late that a connection to a template was closed.
  const leave = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`;
  const create = `create database ${name} strategy file_copy template ${from}`;
  await runSql(serverUrl, template === undefined ? [create] : [leave, create]);
  const url = Object.assign(new URL(serverUrl), { pathname: name });
  const roles = [];
  const createRole = async () => {
    const role = { username: newName(), password: randomUUID() };
    roles.push(role.username);
    await runSql(serverUrl, [`create role ${role.username} login password '${role.password}'`]);
    return { name: role.username, url: Object.assign(new URL(url), role).href };
  };
  const drop = async () => {
    const dropRoles = roles.map((role) => `drop role if exists ${role}`);
    await runSql(serverUrl, [`drop database if exists ${name} with (force)`, ...dropRoles]);
  };
  const cutAll = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()";
  const cutConnections = () => runSql(url.href, [`${cutAll} and pid <> pg_backend_pid()`]);
  return { name, url: url.href, createRole, cutConnections, drop, [Symbol.asyncDispose]: drop };
}

function newName() {
  return `mm_test_${randomUUID().replaceAll("-", "")}`;
}

/** Statements that create or drop a database may stand in no transaction, so each is sent alone. */
async function runSql(url, statements) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
