import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dish, makeMenu, pullAll, tablet } from '../../tests/api/tablet.ts';
import { callApi } from '../../tests/support/api.ts';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { startApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';
import { databaseUser } from './binaries.ts';
import { freePort } from './cluster.ts';
import { openDatabase } from './open.ts';
import { startFailure } from '../platform/start-error.ts';

const POOL_SIZE = 3;
let database: TestDatabase;
let pooler: ChildProcess;
let port: number;
const folder = mkdtempSync(join(tmpdir(), 'galley-pooler-'));

// The real one, of Debian's package `pgbouncer`, with nothing set for Galley but its mode.
beforeAll(async () => {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) throw new Error('apt-get install pgbouncer');
  database = await freshDatabase();
  port = await freePort();
  const server = new URL(database.url);
  const users = [database.url, database.appUrl, database.authUrl].map((url) => new URL(url));
  const quote = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  writeFileSync(join(folder, 'users'), users.map((u) => `${quote(u.username)} ${quote(u.password)}\n`).join(''));
  writeFileSync(
    join(folder, 'ini'),
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
`,
  );
  for (const [path, mode] of [
    ['', 0o755],
    ['users', 0o644],
    ['ini', 0o644],
  ] as const)
    chmodSync(join(folder, path), mode);
  pooler = spawn('pgbouncer', [join(folder, 'ini')], { ...databaseUser(), stdio: 'ignore' });
});
afterAll(async () => {
  pooler?.kill('SIGKILL');
  await database?.close();
  rmSync(folder, { recursive: true });
});

function pooled(url: string): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}

const open = (databaseUrl: string) =>
  openDatabase({
    dataDir: folder,
    databaseUrl,
    databaseAppUrl: pooled(database.appUrl),
    databaseAuthUrl: pooled(database.authUrl),
  });

test('many devices share the few sessions of a pooler', async () => {
  await expect.poll(() => open(database.url).then((pools) => pools.close())).toBeUndefined();
  const app = await startApp({ pools: await open(database.url) });
  try {
    const owner = await signUp(app);
    const menu = await makeMenu(app, owner, 5);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, device) => {
        const one = tablet(app, owner);
        const { cursor } = await pullAll(one, null);
        const seen: number[] = [];
        for (let mid = 1; mid <= 5; mid++) {
          const body = { is_available: (device + mid) % 2 === 0 };
          const pushed = await one.push([{ mid, call: 'menu.setAvailability', path: dish(menu, mid % 5), body }]);
          seen.push(pushed.status, pushed.data.last_mid === mid ? 200 : 0, (await one.pull(cursor)).status);
          for (const path of ['/orders?limit=15', '/menu/books', '/auth/user'])
            seen.push((await callApi(app.fetch, 'GET', path, { token: owner.token })).status);
        }
        return seen;
      }),
    );
    expect([...new Set(statuses.flat())]).toEqual([200]);
    const { rows } = await app.pools.owner.query<{ n: number; limits: string }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND usename = $1`,
      [new URL(database.appUrl).username],
    );
    expect(rows[0]!.n).toBeLessThanOrEqual(POOL_SIZE);
    // What a pooler does not pass on, PostgreSQL gives to each session of the role.
    const { rows: limits } = await app.pools.owner.query(
      "SELECT 1 FROM pg_roles WHERE rolname = $1 AND rolconfig @> ARRAY['statement_timeout=15000', 'lock_timeout=2000']",
      [new URL(database.authUrl).username],
    );
    expect(limits.length).toBe(1);
  } finally {
    await app.close();
  }
});

test('a start that has only a pooler says what to name instead', async () => {
  const refused: unknown = await open(pooled(database.url)).catch((error: unknown) => error);
  expect(startFailure(refused)).toMatch(
    /^DATABASE_URL: this is the address of a pooler[^\n]*name PostgreSQL itself here, and the pooler only in DATABASE_APP_URL and DATABASE_AUTH_URL\.$/,
  );
});
