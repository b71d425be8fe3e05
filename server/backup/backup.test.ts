import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Session } from '../../contract/auth/calls.ts';
import { setAvailability } from '../../contract/menu/calls.ts';
import { mutateIn } from '../../src/data/mutate.ts';
import { editItem } from '../../src/features/menu/mutations.ts';
import { httpTransport } from '../../src/sync/protocol/http.ts';
import { tablet as wireOf, dish, makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { requestData, callApi } from '../../tests/support/api.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { breaches, openTablet, plain, type Tablet } from '../../tests/support/tablet.ts';
import { soon } from '../../tests/support/soon.ts';
import { seedDemo } from '../../demo/seed.ts';
import { openDatabase, type Pools } from '../db/open.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { createLog } from '../platform/log.ts';
import { readArchive, tableOf } from './archive.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

// An owner without superuser rights, as on hosted PostgreSQL: row-level security applies to it, too.
const { ownerUrl } = inject('cluster');
const suffix = randomBytes(4).toString('hex');
const [owner, appRole, authRole] = ['owner', 'app', 'auth'].map((name) => `galley_${name}_${suffix}`) as [
  string,
  string,
  string,
];
const folder = mkdtempSync(join(tmpdir(), 'galley-backup-'));
const file = join(folder, 'backup.tar.gz');
/** A backup of the restored database. */
const again = join(folder, 'again.tar.gz');
const SECRETS_KEY = 'k'.repeat(40);

let server: pg.Client;
let original: TestApp;
let account: SignedUp;
let menu: Menu;
let device: Tablet;
let lostKey: string;
let pushedDuringBackup = 0;
let restored: TestApp;
/** Files of past orders: one that nobody has asked to import, and one that somebody has. */
const [checkedImport, startedImport] = [randomUUID(), randomUUID()];
const till = 'Order Number,Order Date,Item Name,Quantity,Product Price\n1,01/02/20 18:00,Korma,1,8.50\n';
/** As long as keys get: a name in an archive has 99 characters. */
const photo = `images/${randomUUID()}/${randomUUID()}/1600`;

beforeAll(async () => {
  server = new pg.Client({ connectionString: ownerUrl });
  await server.connect();
  for (const role of [owner, appRole, authRole]) await server.query(`CREATE ROLE ${role} LOGIN PASSWORD '${suffix}'`);
  await server.query(`GRANT ${owner} TO CURRENT_USER`);
  original = await appOn('a');
  // Three months of data of another restaurant, with every kind of row and value.
  const env = { demoPassword: 'spice-route', dataDir: original.env.dataDir, s3: null };
  await seedDemo({ pools: original.pools, clock: original.clock, env, log: createLog('silent') });
  account = await signUp(original);
  menu = await makeMenu(original, account, 6);
  // A waiting job: the mail with the code.
  await requestData(original.fetch, 'POST', '/auth/register', {
    body: { email: 'waiting@galley.test', password: 'slow boat to the harbour', restaurant_name: 'Waiting' },
  });
  for (const id of [checkedImport, startedImport])
    await requestData(original.fetch, 'PUT', `/orders/imports/${id}`, {
      token: account.token,
      body: { file: [Buffer.from(till).toString('base64')] },
    });
  await requestData(original.fetch, 'POST', `/orders/imports/${startedImport}/start`, { token: account.token });
  device = await openTablet({ transport: transportOf(() => original) });
  await device.load();

  await openFolderStore(join(folder, 'files')).put(photo, Buffer.from('a photo'));
  writeFileSync(join(folder, 'files', `${photo}.${randomUUID()}`), 'half of one');
  await backUpWhileWriting();

  // Not in the backup.
  const lost = mutateIn(device.store, editItem, { path: dish(menu, 0), body: { price_amount: 111 } });
  await lost.durable;
  await device.sync();
  lostKey = lost.key;
  await restoreBackup(file, {
    source: { ...settingsOf('b'), SECRETS_KEY },
    passphrase: () => Promise.resolve(null),
    isWithoutKey: false,
    note: () => {},
  });
  restored = await appOn('b');
});

afterAll(async () => {
  for (const app of [original, restored]) await app?.close();
  for (const name of ['a', 'b']) await server.query(`DROP DATABASE ${databaseOf(name)} WITH (FORCE)`);
  for (const role of [owner, appRole, authRole]) await server.query(`DROP ROLE ${role}`);
  await server.end();
  rmSync(folder, { recursive: true });
});

describe('a backup made during writes and restored elsewhere', () => {
  test('was made while mutations were acknowledged', () => {
    expect(pushedDuringBackup).toBeGreaterThan(2);
  });

  test('has every row, and a new epoch per space', async () => {
    const saved = await readSaved();
    const { rows: tables } = await restored.pools.owner.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    expect([...saved.keys()].filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
    // As COPY writes it: the same text for the same row.
    await backUp(again, 'b');
    const present = await readSaved(again);
    for (const { name } of tables) {
      const [was, is] = [saved.get(name) ?? [], present.get(name) ?? []].map((lines) =>
        name === 'spaces'
          ? lines.map((line) =>
              line
                .split('\t')
                .filter((_, n) => n !== 1)
                .join(),
            )
          : lines,
      );
      expect({ name, lines: is!.toSorted() }).toEqual({ name, lines: was!.toSorted() });
    }
    const { rows } = await restored.pools.owner.query<{ epoch: string }>('SELECT epoch FROM spaces');
    const before = (saved.get('spaces') ?? []).map((line) => line.split('\t')[1]);
    expect(rows.length).toBe(3);
    expect(rows.filter(({ epoch }) => before.includes(epoch))).toEqual([]);
    expect(new Set(rows.map(({ epoch }) => epoch)).size).toBe(3);
  });

  test('has no file that is about to be deleted', async () => {
    const { rows } = await restored.pools.owner.query<{ id: string }>('SELECT id FROM order_imports');
    expect(rows.map(({ id }) => id)).toEqual([startedImport]);
  });

  test('has sums of the books that agree with the entries', async () => {
    const { rows } = await restored.pools.owner.query('SELECT 1 FROM ledger_sums');
    expect(rows.length).toBeGreaterThan(3);
    expect(await findWrongSums(restored.pools.owner)).toEqual([]);
  });

  test('is of one moment: spaces match their newest rows', async () => {
    const { rows } = await restored.pools.owner.query<{
      space: number;
      rows: number;
      results: number;
      mids: number;
      last: number;
    }>(
      `SELECT s.version::int AS space, (SELECT max(version)::int FROM menu_items i WHERE i.restaurant_id = s.restaurant_id) AS rows,
              (SELECT max(version)::int FROM mutation_results r WHERE r.restaurant_id = s.restaurant_id) AS results,
              (SELECT sum(last_mid)::int FROM sync_clients c WHERE c.restaurant_id = s.restaurant_id) AS last,
              (SELECT count(*)::int FROM mutation_results r WHERE r.restaurant_id = s.restaurant_id AND mid IS NOT NULL) AS mids
         FROM spaces s WHERE restaurant_id = $1`,
      [account.restaurant.id],
    );
    const { space, rows: newest, results, mids, last } = rows[0]!;
    expect([newest, results]).toEqual([space, space]);
    expect(mids).toBe(last);
    expect(mids).toBeGreaterThan(0);
  });

  test('has the files of the store, and none that was being written', async () => {
    const found = readdirSync(join(folder, 'b', 'files'), { recursive: true, withFileTypes: true });
    expect(found.filter((one) => one.isFile()).map(({ name }) => name)).toEqual(['1600']);
    expect(String(await openFolderStore(join(folder, 'b', 'files')).get(photo))).toBe('a photo');
  });

  test('lets its owner sign in with password and session', async () => {
    const body = { email: account.user.email, password: account.password };
    const { restaurant } = await requestData<Session>(restored.fetch, 'POST', '/auth/login', { body });
    expect(restaurant.id).toBe(account.restaurant.id);
    expect((await callApi(restored.fetch, 'GET', '/menu/books', { token: account.token })).status).toBe(200);
  });

  test('sends the mails that waited', async () => {
    expect(await restored.mailsTo('waiting@galley.test')).toHaveLength(1);
  });

  test('keeps restaurants apart', async () => {
    const guards = `SELECT relname, relrowsecurity, relforcerowsecurity,
        (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT tgisinternal AND tgenabled <> 'O')::int AS resting
      FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`;
    const { rows } = await restored.pools.owner.query<{ resting: number }>(guards);
    expect(rows).toEqual((await original.pools.owner.query(guards)).rows);
    expect(rows.every(({ resting }) => resting === 0)).toBe(true);
    expect((await restored.pools.app.query('SELECT 1 FROM orders')).rowCount).toBe(0);
  });

  test('makes devices reload, list losses and converge (R36)', async () => {
    const moved = await openTablet({ transport: transportOf(() => restored), disk: device.disk, time: device.time });
    const pending = mutateIn(moved.store, editItem, { path: dish(menu, 1), body: { price_amount: 222 } });
    await pending.durable;
    await moved.sync();
    expect(await breaches(moved.db)).toEqual([]);
    expect(await moved.db.dead_letters.toArray()).toMatchObject([{ reason: 'lost', key: lostKey }]);
    const { rows } = await restored.pools.owner.query<{ id: string; price_amount: string; version: string }>(
      'SELECT id, price_amount, version FROM menu_items WHERE restaurant_id = $1 AND deleted_at IS NULL ORDER BY id',
      [account.restaurant.id],
    );
    const held = (await moved.db.menu_items.orderBy('id').toArray()).map((row) => plain(row));
    expect(held).toMatchObject(
      rows.map(({ id, price_amount, version }) => ({
        id,
        price_amount: Number(price_amount),
        version: Number(version),
      })),
    );
    expect(rows.find(({ id }) => id === menu.itemIds[1])?.price_amount).toBe('222');
  });
});

/** Three more devices toggle dishes without a pause while the backup is made. */
async function backUpWhileWriting(): Promise<void> {
  let isDone = false;
  let sent = 0;
  const write = async (n: number) => {
    const wire = wireOf(original, account);
    for (let mid = 1; !isDone; mid += 1) {
      const { data, error } = await wire.push([
        { call: setAvailability.name, mid, path: dish(menu, n), body: { is_available: mid % 2 === 0 } },
      ]);
      if (error) throw new Error(`A push is refused: ${error.code} ${JSON.stringify(error.field_errors)}`);
      if (data.results.some(({ outcome }) => outcome === 'applied')) sent += 1;
    }
  };
  const writers = Promise.all([3, 4, 5].map(write));
  try {
    await soon(() => expect(sent).toBeGreaterThan(5));
    const before = sent;
    await backUp(file);
    pushedDuringBackup = sent - before;
  } finally {
    isDone = true;
    await writers;
  }
}

async function backUp(path: string, name = 'a'): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(name, owner) });
  await client.connect();
  const env = { dataDir: folder, secretsKey: SECRETS_KEY };
  await makeBackup(client, path, { env, now: new Date(), passphrase: null });
  await client.end();
}

/** The lines of each table in an archive. */
async function readSaved(path = file): Promise<Map<string, string[]>> {
  const texts = new Map<string, string>();
  for await (const { name, body } of readArchive(path)) {
    const table = tableOf(name);
    if (table !== null) texts.set(table, (texts.get(table) ?? '') + body.toString('utf8'));
  }
  return new Map([...texts].map(([table, text]) => [table, text.split('\n').slice(0, -1)]));
}

const transportOf = (app: () => TestApp) =>
  httpTransport(
    'http://localhost/backend',
    () => account.token,
    async (input) => app().fetch(input as Request),
  );

const databaseOf = (name: string) => `galley_backup_${name}_${suffix}`;

function urlOf(name: string, role: string): string {
  const address = new URL(ownerUrl);
  address.pathname = `/${databaseOf(name)}`;
  address.username = role;
  address.password = suffix;
  return address.href;
}

const settingsOf = (name: string) => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: urlOf(name, owner),
  DATABASE_APP_URL: urlOf(name, appRole),
  DATABASE_AUTH_URL: urlOf(name, authRole),
});

async function appOn(name: string): Promise<TestApp> {
  if (name === 'a') await createDatabase(name);
  const pools: Pools = await openDatabase(
    {
      dataDir: folder,
      databaseUrl: urlOf(name, owner),
      databaseAppUrl: urlOf(name, appRole),
      databaseAuthUrl: urlOf(name, authRole),
    },
    { note: () => {} },
  );
  if (name === 'a') await createDatabase('b');
  return startApp({ pools, settings: { SECRETS_KEY } });
}

const createDatabase = (name: string) =>
  server.query(
    `CREATE DATABASE ${databaseOf(name)} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
  );
