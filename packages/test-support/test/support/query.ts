import { Client } from "pg";

/** First column of the rows of the last statement. All run on one connection of their own. */
export async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let values: unknown[] = [];
  try {
    for (const text of statements) {
      const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
      values = rows.map(([value]) => value);
    }
  } finally {
    await client.end();
  }
  return values;
}
