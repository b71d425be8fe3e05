import type { Pools } from '../../server/db/open.ts';

/** "table: row" of every row of the database that contains one of the traces, whatever the case. */
export async function searchDatabase({ owner }: Pick<Pools, 'owner'>, traces: string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string }>(
      `SELECT t::text AS text FROM ${name} t WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) w WHERE position(w IN lower(t::text)) > 0)`,
      [traces.map((trace) => trace.toLowerCase())],
    );
    found.push(...rows.map(({ text }) => `${name}: ${text.slice(0, 200)}`));
  }
  return found;
}
