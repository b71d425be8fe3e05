import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import '../areas.ts';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { applyFirst, migrate, migrationTimes } from '../db/migrate.ts';
import { checkArchive, writeArchive } from './archive.ts';
import { loadArchive, refuseUnknownSchema } from './load.ts';
import { makeBackup, refuseOtherKey } from './make.ts';
import { restoreBackup } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-archive-'));
const whole = join(folder, 'whole.tar.gz');
const SECRETS_KEY = 'k'.repeat(40);
const restaurantId = '0192f0a0-0000-7000-8000-000000000001';
const now = new Date('2026-11-20T18:30:00.000Z');
const databases: TestDatabase[] = [];

beforeAll(async () => {
  const db = await database();
  await query(db, "INSERT INTO spaces (restaurant_id, epoch, version) VALUES ($1, 'before', 7)", [restaurantId]);
  await save(db, whole);
});
afterEach(async () => {
  for (const db of databases.splice(0)) await db.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('an archive', () => {
  test('is refused if truncated at any length', async () => {
    const cut = join(folder, 'cut.tar.gz');
    const size = readFileSync(whole).length;
    for (const length of [0, 1, 100, Math.floor(size / 2), size - 20, size - 1]) {
      copyFileSync(whole, cut);
      truncateSync(cut, length);
      await expect(checkArchive(cut), `${length} of ${size} bytes`).rejects.toThrow(/not whole|not a backup/);
    }
  });

  test('is refused if one byte of a row differs', async () => {
    await expect(checkArchive(tampered('\t7\t', '\t8\t'))).rejects.toThrow('the table spaces has another checksum');
    await expect(checkArchive(tampered('"app_version"', '"APP_version"'))).rejects.toThrow('is not a backup');
    await expect(checkArchive(tampered('"columns"', '"Columns"'))).rejects.toThrow('is not a backup');
  });

  test('of a later format or schema is refused with reason', async () => {
    await expect(checkArchive(tampered('"format_version": 1', '"format_version": 9'))).rejects.toThrow(
      'a later version of Galley',
    );
    const { header } = await checkArchive(whole);
    const later = { ...header, migrations: [...header.migrations, { hash: 'x', created_at: Date.now() }] };
    expect(() => refuseUnknownSchema(later)).toThrow('a schema that this version does not know');
  });

  test('never replaces a file, and a failed one leaves nothing', async () => {
    const db = await database();
    await expect(save(db, whole)).rejects.toThrow('never replaces a file');
    const broken = join(folder, 'broken.tar.gz');
    const entries = (async function* () {
      yield { name: 'backup.json', body: Buffer.from('{}') };
      await Promise.reject(new Error('the connection ended'));
    })();
    await expect(writeArchive(broken, entries, now)).rejects.toThrow('the connection ended');
    expect(existsSync(broken)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a backup', () => {
  test('is refused for a login that sees only some rows', async () => {
    const db = await database();
    await query(
      db,
      "CREATE ROLE galley_partial LOGIN PASSWORD 'partial'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO galley_partial; GRANT USAGE ON SCHEMA drizzle TO galley_partial",
    );
    const address = new URL(db.url);
    [address.username, address.password] = ['galley_partial', 'partial'];
    try {
      await expect(save(db, join(folder, 'part.tar.gz'), address.href)).rejects.toThrow('does not see all rows of');
    } finally {
      await query(db, 'DROP OWNED BY galley_partial; DROP ROLE galley_partial');
    }
    expect(existsSync(join(folder, 'part.tar.gz'))).toBe(false);
  });

  test('is refused with another secrets key than the database’s', async () => {
    const db = await database();
    await query(db, "INSERT INTO vapid_keys VALUES ('p', '2.00000000.x.y', now())");
    const client = await connect(db);
    await expect(refuseOtherKey(client, { secretsKey: SECRETS_KEY })).rejects.toThrow('00000000');
    await client.end();
  });
});

describe('a restore', () => {
  test('never replaces rows', async () => {
    const db = await database();
    await query(db, "INSERT INTO spaces (restaurant_id, epoch) VALUES (gen_random_uuid(), 'mine')");
    await expect(load(db)).rejects.toThrow('There is something in the database already (spaces)');
    expect((await query(db, 'SELECT epoch FROM spaces')).rows).toEqual([{ epoch: 'mine' }]);
  });

  test('is refused while a server runs on the database', async () => {
    const db = await database();
    const running = new pg.Client({ connectionString: db.url, application_name: 'galley app' });
    await running.connect();
    await expect(load(db)).rejects.toThrow('A Galley server runs on this database');
    await running.end();
  });

  test('fills the tables of a started but unused server', async () => {
    const db = await database();
    await query(db, "INSERT INTO vapid_keys VALUES ('p', 'q', now())");
    await load(db);
    const { rows } = await query<{ epoch: string; version: string }>(db, 'SELECT epoch, version FROM spaces');
    expect(rows).toMatchObject([{ version: '7' }]);
    expect(rows[0]!.epoch).not.toBe('before');
    expect((await query(db, 'SELECT 1 FROM vapid_keys')).rowCount).toBe(0);
  });

  test('changes nothing if it fails', async () => {
    const db = await database();
    await query(db, "ALTER TABLE spaces ADD CHECK (epoch <> 'before')");
    await expect(load(db)).rejects.toThrow('violates check constraint');
    expect((await query(db, 'SELECT 1 FROM spaces')).rowCount).toBe(0);
    const { rows } = await query<{ forced: boolean }>(
      db,
      "SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'spaces'",
    );
    expect(rows).toEqual([{ forced: true }]);
  });

  test('of an older backup migrates its rows', async () => {
    const db = await database();
    const times = migrationTimes();
    const first = times.slice(0, 10).map((created_at) => ({ hash: `of ${created_at}`, created_at }));
    await query(db, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA drizzle CASCADE');
    const client = await connect(db);
    await applyFirst(client, first);
    await client.query("INSERT INTO spaces (restaurant_id, epoch, version) VALUES ($1, 'old', 3)", [restaurantId]);
    await client.end();
    const old = join(folder, 'old.tar.gz');
    await save(db, old);
    expect((await checkArchive(old)).manifest.tables).not.toHaveProperty('channels');

    await query(db, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA drizzle CASCADE');
    await load(db, old);
    expect((await query(db, "SELECT to_regclass('channels') AS it")).rows).toEqual([{ it: null }]);
    const login = (url: string) => ({ user: new URL(url).username, password: null });
    await migrate(db.owner, { app: login(db.appUrl), auth: login(db.authUrl) });
    // Migrations 0016, 0019, 0021, 0022, 0029, 0033 and 0049 raise every counter by one, so that devices load the new columns.
    expect((await query(db, 'SELECT version FROM spaces')).rows).toEqual([{ version: '11' }]);
    expect((await query(db, 'SELECT 1 FROM channels')).rowCount).toBe(0);
    expect((await query(db, 'SELECT 1 FROM drizzle.__drizzle_migrations')).rowCount).toBe(times.length);
  });

  test('asks for the secrets key and keeps it as previous', async () => {
    const keyed = join(folder, 'keyed.tar.gz');
    const from = await database();
    await save(from, keyed, from.url, 'correct horse battery');
    const bare = await database();
    await query(bare, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA drizzle CASCADE');
    const dataDir = join(folder, 'place');
    const attempt = (phrase: string | null, more = {}) =>
      restoreBackup(keyed, {
        source: {
          DATA_DIR: dataDir,
          DATABASE_URL: bare.url,
          DATABASE_APP_URL: bare.appUrl,
          DATABASE_AUTH_URL: bare.authUrl,
          ...more,
        },
        passphrase: () => Promise.resolve(phrase),
        isWithoutKey: false,
        note: () => {},
      });
    await expect(attempt(null)).rejects.toThrow('set BACKUP_PASSPHRASE');
    await expect(attempt('wrong horse battery')).rejects.toThrow('The passphrase is not the one of this backup');
    expect(existsSync(dataDir)).toBe(false);
    await attempt('correct horse battery', { SECRETS_KEY: 'o'.repeat(32) });
    expect(readFileSync(join(dataDir, 'secrets.key.previous'), 'utf8')).toBe(SECRETS_KEY);
  });
});

async function database(): Promise<TestDatabase> {
  const db = await freshDatabase();
  databases.push(db);
  return db;
}

/** On its own connection, because the pools would count as a running server. */
async function query<Row extends pg.QueryResultRow>(
  db: TestDatabase,
  sql: string,
  values?: unknown[],
): Promise<pg.QueryResult<Row>> {
  const client = await connect(db);
  try {
    return await client.query<Row>(sql, values);
  } finally {
    await client.end();
  }
}

async function connect(db: TestDatabase, url = db.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function save(db: TestDatabase, path: string, url = db.url, passphrase: string | null = null): Promise<void> {
  const client = await connect(db, url);
  try {
    await makeBackup(client, path, { env: { dataDir: folder, secretsKey: SECRETS_KEY }, now, passphrase });
  } finally {
    await client.end();
  }
}

async function load(db: TestDatabase, path = whole): Promise<void> {
  const client = await connect(db);
  try {
    await loadArchive(client, path, await checkArchive(path), () => {});
  } finally {
    await client.end();
  }
}

/** The archive with a text replaced by another of the same length, compressed again. */
function tampered(from: string, to: string): string {
  const text = gunzipSync(readFileSync(whole)).toString('latin1');
  expect(text).toContain(from);
  const path = join(folder, 'tampered.tar.gz');
  writeFileSync(path, gzipSync(Buffer.from(text.replace(from, to), 'latin1')));
  return path;
}
