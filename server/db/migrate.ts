import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartError } from '../platform/start-error.ts';
import { grantRoles } from './roles.ts';
import type { Login } from './roles.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const OLDEST_POSTGRES = 150_000;
// An arbitrary fixed number, the same in every API process.
export const MIGRATION_LOCK = 7_204_811;

/**
 * Migrates the database to this version's schema and grants the API's roles their rights. Safe to run in several processes at once and at
 * every start. Throws if the server is too old or the database is not UTF-8.
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
    // Closing the session releases its lock and settings.
    client.release(true);
  }
}

/** Names of this version's migrations, in order. */
export const migrationTimes = (): number[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);

/** In the client's transaction and an empty database: applies the migrations that a backup lists, and records them. */
export async function applyFirst(
  client: pg.ClientBase,
  listed: readonly { hash: string; created_at: number }[],
): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`);
  const known = new Map(
    readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis, sql }) => [folderMillis, sql]),
  );
  for (const { hash, created_at } of listed) {
    for (const statement of known.get(created_at)!) await client.query(statement);
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      created_at,
    ]);
  }
}

export async function refuseUnfit(client: pg.ClientBase): Promise<void> {
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
