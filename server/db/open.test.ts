import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from './open.ts';

const { ownerUrl } = inject('cluster');
const suffix = randomBytes(4).toString('hex');
const made = { databases: [] as string[], roles: [] as string[] };
let server: pg.Client;

beforeAll(async () => {
  server = new pg.Client({ connectionString: ownerUrl });
  await server.connect();
});
afterAll(async () => {
  for (const name of made.databases) await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  for (const name of made.roles) await server.query(`DROP ROLE ${name}`);
  await server.end();
});

describe('an external database server', () => {
  test('allows any number of simultaneous first starts', async () => {
    const url = await database('many');
    const opened = await Promise.all([open(url), open(url), open(url), open(url)]);
    const counts = await Promise.all(
      opened.map(({ owner }) => owner.query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations')),
    );
    expect(new Set(counts.map(({ rows }) => rows[0].n)).size).toBe(1);
    await Promise.all(opened.map((pools) => pools.close()));
    const again = await open(url);
    expect((await again.app.query('SELECT current_user AS name')).rows).toEqual([{ name: 'galley_app' }]);
    await again.close();
  });

  test('is refused if its database is not UTF-8', async () => {
    const url = await database('ascii', "ENCODING 'SQL_ASCII'");
    await expect(open(url)).rejects.toThrow("DATABASE_URL: the database's encoding is SQL_ASCII");
  });

  test('without CREATEROLE is explained, and accepts given roles', async () => {
    const owner = await role('poor');
    const app = await role('serve');
    const auth = await role('gate');
    const url = await database('poor', '', owner);
    const asOwner = as(url, owner);
    await expect(open(asOwner)).rejects.toThrow('DATABASE_APP_URL');
    const pools = await open(asOwner, { databaseAppUrl: as(url, app), databaseAuthUrl: as(url, auth) });
    expect((await pools.app.query('SELECT current_user AS name, count(*)::int AS orders FROM orders')).rows).toEqual([
      { name: app, orders: 0 },
    ]);
    await expect(pools.app.query('SELECT 1 FROM users')).rejects.toThrow('permission denied');
    // The owner is no superuser here, but its jobs see every restaurant.
    await pools.owner.query("INSERT INTO spaces (restaurant_id, epoch) VALUES (gen_random_uuid(), 'e')");
    expect((await pools.owner.query('SELECT 1 FROM spaces')).rowCount).toBe(1);
    expect((await pools.app.query('SELECT 1 FROM spaces')).rowCount).toBe(0);
    await pools.close();
  });

  test('is refused if an API role bypasses row-level security', async () => {
    const url = await database('mighty');
    await expect(open(url, { databaseAppUrl: url, databaseAuthUrl: url })).rejects.toThrow(
      'could see every restaurant',
    );
  });
});

function open(databaseUrl: string, more: { databaseAppUrl?: string; databaseAuthUrl?: string } = {}) {
  return openDatabase(
    { dataDir: tmpdir(), databaseUrl, databaseAppUrl: null, databaseAuthUrl: null, ...more },
    { note: () => {} },
  );
}

async function database(name: string, options = '', owner?: string): Promise<string> {
  const full = `galley_open_${name}_${suffix}`;
  made.databases.push(full);
  // In PostgreSQL 16, a creator who is not a member of the role cannot make it the owner, so the server's owner joins it first.
  if (owner) await server.query(`GRANT ${owner} TO CURRENT_USER`);
  await server.query(
    `CREATE DATABASE ${full} TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C' ${options} ${owner ? `OWNER ${owner}` : ''}`,
  );
  const url = new URL(ownerUrl);
  url.pathname = `/${full}`;
  return url.href;
}

async function role(name: string): Promise<string> {
  const full = `galley_${name}_${suffix}`;
  made.roles.push(full);
  await server.query(`CREATE ROLE ${full} LOGIN PASSWORD '${suffix}'`);
  return full;
}

function as(url: string, user: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = suffix;
  return address.href;
}
