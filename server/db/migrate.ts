import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { grantRoles } from './roles.ts';
import type { Login } from './roles.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const OLDEST_POSTGRES = 150_000;
// Any fixed number does; every API process asks for the same one.
const MIGRATION_LOCK = 7_204_811;

/**
 * Brings the database to this version's schema and gives the API's roles their rights. May run at the same time in any number of
 * processes, and again at every start. Throws when the server is too old or the database does not hold UTF-8.
 */
export async function migrate(owner: pg.Pool, logins: { app: Login; auth: Login }): Promise<void> {
  const client = await owner.connect();
  try {
    await refuseUnfit(client);
    await client.query("SET lock_timeout = '60s'; SET statement_timeout = 0");
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
    await grantRoles(client, logins);
  } finally {
    // The session ends with its lock and settings.
    client.release(true);
  }
}

async function refuseUnfit(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version, current_setting('server_encoding') AS encoding",
  );
  const server = rows[0]!;
  if (server.number < OLDEST_POSTGRES)
    throw new StartError(`DATABASE_URL: the server runs PostgreSQL ${server.version}; Galley needs 15 or later.`);
  if (server.encoding !== 'UTF8')
    throw new StartError(
      `DATABASE_URL: the database's encoding is ${server.encoding}; make one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.`,
    );
}
