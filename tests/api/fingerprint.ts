import type pg from 'pg';

/** What the job runner writes by its own clock: its heartbeat and when it last maintained its queues. The jobs themselves count. */
const PULSE = ['pgboss.instance', 'pgboss.version', 'pgboss.queue'];

/** A hash per table over all its rows: two fingerprints are equal if and only if nothing changed in between. */
export async function fingerprint(owner: pg.Pool, except: string[] = []): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'pgboss') AND c.relkind = 'r' ORDER BY 1`,
  );
  const hashed = tables
    .filter(({ name }) => !PULSE.includes(name) && !except.includes(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM ${name} t`,
    );
  // One statement for all of them: most tables are empty, and each question costs more than its answer.
  const { rows } = await owner.query<{ name: string; hash: string }>(hashed.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
