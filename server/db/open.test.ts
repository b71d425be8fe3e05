import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { startApp } from '../../tests/support/server.ts';
import { startFailure } from '../platform/start-error.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type Pools } from './open.ts';
import { roleNames } from './roles.ts';

const { ownerUrl } = inject('cluster');
const suffix = randomBytes(4).toString('hex');
const made = { databases: [] as string[], urls: [] as string[], roles: [] as string[] };
let server: pg.Client;

beforeAll(async () => {
  server = new pg.Client({ connectionString: ownerUrl });
  await server.connect();
});
afterAll(async () => {
  for (const name of made.databases) await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  const derived = made.urls.flatMap((url) => Object.values(rolesOf(url)));
  for (const name of derived) await server.query(`DROP ROLE IF EXISTS ${name}`);
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
    expect((await again.app.query('SELECT current_user AS name')).rows).toEqual([{ name: rolesOf(url).app }]);
    await again.close();
  });

  test('serves two installations, each with roles of its own', async () => {
    const first = await open(await ownDatabase('first'));
    const second = await open(await ownDatabase('second'));
    // New logins: an idle connection would not notice a changed password.
    for (const pools of [first, second])
      for (const pool of [pools.app, pools.accounts])
        expect(await Promise.all([1, 2, 3, 4].map(() => loggedIn(pool)))).toEqual([1, 1, 1, 1]);
    const [of, other] = await Promise.all([first, second].map(currentRoles));
    expect(new Set([...of!, ...other!]).size).toBe(4);
    await Promise.all([first.close(), second.close()]);
  });

  test('moves an installation from roles that the server shared', async () => {
    const url = await database('former');
    const former = { app: 'galley_app', auth: 'galley_auth' };
    for (const name of Object.values(former)) await ensureRole(name);
    // An earlier start granted the rights to these names.
    const before = new pg.Pool({ connectionString: url });
    await migrate(before, { app: { user: former.app, password: null }, auth: { user: former.auth, password: null } });
    await before.query("INSERT INTO spaces (restaurant_id, epoch) VALUES (gen_random_uuid(), 'kept')");
    await before.end();
    expect(await rightsOf(url, former)).not.toEqual([]);

    const pools = await open(url);
    expect(await currentRoles(pools)).toEqual(Object.values(rolesOf(url)));
    expect((await pools.owner.query('SELECT epoch FROM spaces')).rows).toEqual([{ epoch: 'kept' }]);
    expect(await rightsOf(url, former)).toEqual([]);
    expect(await rightsOf(url, rolesOf(url))).not.toEqual([]);
    await pools.accounts.query("INSERT INTO spaces (restaurant_id, epoch) VALUES (gen_random_uuid(), 'by sign-up')");
    await pools.close();
  });

  test('moves a database that was renamed', async () => {
    const url = await database('renamed');
    await (await open(url)).close();
    const name = `galley_open_moved_${suffix}`;
    await server.query(`ALTER DATABASE galley_open_renamed_${suffix} RENAME TO ${name}`);
    made.databases[made.databases.indexOf(`galley_open_renamed_${suffix}`)] = name;
    const moved = new URL(url);
    moved.pathname = `/${name}`;
    const pools = await open(moved.href);
    expect(await currentRoles(pools)).toEqual(Object.values(rolesOf(moved.href)));
    expect(await rightsOf(moved.href, rolesOf(url))).toEqual([]);
    await pools.close();
  });

  test('lets processes log in that know the server by other names', async () => {
    const url = await database('alias');
    const first = await open(url);
    const alias = new URL(url);
    alias.hostname = alias.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    const second = await open(alias.href);
    expect(await Promise.all([1, 2, 3].map(() => loggedIn(first.app)))).toEqual([1, 1, 1]);
    await Promise.all([first.close(), second.close()]);
  });

  test('says in health that a role cannot log in', async () => {
    const url = await database('health');
    const app = await startApp({ pools: await open(url) });
    const health = () => callApi(app.fetch, 'GET', '/health');
    const signIn = () =>
      callApi(app.fetch, 'POST', '/auth/login', {
        body: { email: 'ada@galley.test', password: 'slow boat to the harbour' },
      });
    try {
      expect((await health()).status).toBe(200);
      expect((await signIn()).error?.code).toBe('wrong_credentials');
      for (const role of Object.values(rolesOf(url))) {
        await server.query(`ALTER ROLE ${role} PASSWORD 'of somebody else'`);
        app.clock.pass(60_000);
        // Connections that are open go on working.
        expect((await app.pools.accounts.query('SELECT 1')).rowCount).toBe(1);
        expect(await health()).toMatchObject({ status: 503, error: { code: 'database_down' } });
        expect(app.logged.filter(({ event }) => event === 'database_down').at(-1)).toMatchObject({
          role,
          code: '28P01',
        });
        await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
        await (await open(url)).close();
        expect((await health()).status).toBe(200);
      }
      await server.query(`ALTER ROLE ${rolesOf(url).auth} PASSWORD 'of somebody else'`);
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
        rolesOf(url).auth,
      ]);
      await expect.poll(async () => (await signIn()).error?.code).toBe('unavailable');
    } finally {
      await app.close();
    }
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
    const { app: derived } = rolesOf(url);
    const refused: unknown = await open(asOwner).catch((error: unknown) => error);
    expect(startFailure(refused)).toBe(
      `DATABASE_URL: the role "${owner}" may not create the role "${derived}"; let the administrator of the server run ` +
        `ALTER ROLE "${owner}" CREATEROLE, or make two roles (LOGIN, no SUPERUSER, no BYPASSRLS) and name them in DATABASE_APP_URL and DATABASE_AUTH_URL.`,
    );
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
    const refused: unknown = await open(url, { databaseAppUrl: url, databaseAuthUrl: url }).catch((e: unknown) => e);
    expect(startFailure(refused)).toMatch(
      /^DATABASE_APP_URL, DATABASE_AUTH_URL: [^\n]*could see every restaurant[^\n]*\.$/,
    );
  });

  test('is refused in one sentence if a given role does not exist', async () => {
    const url = await database('nobody');
    const nobody = as(url, `galley_nobody_${suffix}`);
    const refused: unknown = await open(url, { databaseAppUrl: nobody, databaseAuthUrl: nobody }).catch(
      (e: unknown) => e,
    );
    expect(startFailure(refused)).toMatch(
      /^DATABASE_APP_URL, DATABASE_AUTH_URL: [^\n]*"galley_nobody_\w+" does not exist[^\n]*\.$/,
    );
  });

  test('names a role of its name that another owner made', async () => {
    const [owner, stranger] = [await role('mine', 'CREATEROLE'), await role('stranger', 'CREATEROLE')];
    const url = await database('taken', '', owner);
    const { app } = rolesOf(url);
    const asStranger = new pg.Client({ connectionString: as(ownerUrl, stranger) });
    await asStranger.connect();
    await asStranger.query(`CREATE ROLE ${app} LOGIN PASSWORD 'of the stranger'`);
    await asStranger.end();
    const refused: unknown = await open(as(url, owner)).catch((e: unknown) => e);
    expect(startFailure(refused)).toMatch(
      new RegExp(
        `^DATABASE_URL: the role "${owner}" may not change the role "${app}"[^\\n]* GRANT "${app}" TO "${owner}" WITH ADMIN OPTION[^\\n]*\\.$`,
      ),
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
  made.urls.push(url.href);
  return url.href;
}

/** With an owner of its own, who has a password of their own. */
async function ownDatabase(name: string): Promise<string> {
  const owner = await role(`of_${name}`, `CREATEROLE PASSWORD '${name}'`);
  const url = new URL(as(await database(name, '', owner), owner));
  url.password = name;
  return url.href;
}

async function role(name: string, options = ''): Promise<string> {
  const full = `galley_${name}_${suffix}`;
  made.roles.push(full);
  await server.query(
    `CREATE ROLE ${full} LOGIN ${options.includes('PASSWORD') ? '' : `PASSWORD '${suffix}'`} ${options}`,
  );
  return full;
}

/** The server may hold the role already: of an installation that has not moved. */
async function ensureRole(name: string): Promise<void> {
  if ((await server.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])).rowCount === 1) return;
  made.roles.push(name);
  await server.query(`CREATE ROLE ${name} NOLOGIN`);
}

const rolesOf = (url: string) => roleNames(new URL(url).pathname.slice(1));

/** A new connection of the pool, if the others are busy. */
const loggedIn = async (pool: pg.Pool) => (await pool.query('SELECT pg_sleep(0.1)')).rowCount;

const currentRoles = (pools: Pools): Promise<string[]> =>
  Promise.all(
    [pools.app, pools.accounts].map(
      async (pool) => (await pool.query<{ name: string }>('SELECT current_user AS name')).rows[0]!.name,
    ),
  );

/** Objects of a database on which one of the roles has a right or a policy. */
async function rightsOf(url: string, roles: { app: string; auth: string }): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT classid::regclass::text, objid FROM pg_shdepend
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND refobjid IN (SELECT oid FROM pg_roles WHERE rolname = ANY($1))`,
    [Object.values(roles)],
  );
  await client.end();
  return rows;
}

function as(url: string, user: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = suffix;
  return address.href;
}
