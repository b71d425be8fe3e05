import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isRoot } from './db/binaries.ts';
import { checkDatabaseFolder, wrongOwner } from './db/check-folder.ts';
import { explainServerFault } from './db/explain-fault.ts';
import { explainFolderFault } from './platform/explain-folder-fault.ts';
import { newDatabaseMessage } from './db/new-database.ts';
import { readEnv } from './env.ts';
import { checkPort } from './http/listen.ts';
import { startFailure } from './platform/start-error.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-start-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

/** Files of a database below a data folder, as far as they are checked before PostgreSQL starts. */
function databaseIn(dataDir: string, settings: string): string {
  const data = join(dataDir, 'postgres/data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'PG_VERSION'), '18\n');
  writeFileSync(join(dataDir, 'postgres/settings.json'), settings);
  return data;
}
/** The sentence with which a start refuses the folder. */
function whyNot(dataDir: string): string {
  try {
    checkDatabaseFolder(dataDir, () => {});
  } catch (error) {
    return String(startFailure(error));
  }
  return 'it is right';
}
const SETTINGS = JSON.stringify({ id: 'a', port: 5432, password: 'a', appPassword: 'a', authPassword: 'a' });

/** Starts the server, which should end by itself, and returns its stderr. */
async function start(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['server/main.ts', '--api-only'], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, printed]).toEqual([1, expect.stringMatching(/^[A-Z_]+: [^\n]+\.\n$/)]);
  return printed.trim();
}

test('a taken port is named before a database is created', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const DATA_DIR = dataFolder();
  expect(await start({ DATA_DIR, PORT: String(port) })).toBe(
    `PORT: ${port} on 127.0.0.1 is taken by another program; stop that one, or set PORT to a free number.`,
  );
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
  other.close();
});

test('a host that is not this machine’s is named', async () => {
  await expect(checkPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow(/^HOST: 192\.0\.2\.1 is no address/);
});

test('a database server that does not run is named', async () => {
  const port = await closedPort();
  const DATABASE_URL = `postgres://galley:secret@127.0.0.1:${port}/galley`;
  expect(await start({ DATA_DIR: dataFolder(), DATABASE_URL })).toBe(
    `DATABASE_URL: no PostgreSQL answers at 127.0.0.1:${port} (ECONNREFUSED); start it, or correct the address.`,
  );
});

test('a data folder that is a file is named', async () => {
  const file = join(dataFolder(), 'file');
  writeFileSync(file, '');
  expect(await start({ DATA_DIR: file })).toMatch(/^DATA_DIR: .* is a file; name a folder, or move the file away\.$/);
  expect(() => readEnv({ DATA_DIR: join(file, 'data') })).toThrow(/^DATA_DIR: .*file.*move the file away/);
});

test.each([
  ['it is not JSON', '{"id": "a", "po'],
  ['"password" is missing', '{"id": "a"}'],
  ['"id" is missing', 'null'],
])('damaged settings of the database are named: %s', (why, settings) => {
  const DATA_DIR = dataFolder();
  databaseIn(DATA_DIR, settings);
  const named = `DATA_DIR: the settings in ${DATA_DIR}/postgres/settings.json are damaged (${why}`;
  const remedy = 'restore the newest backup into another DATA_DIR with npm run restore.';
  expect(whyNot(DATA_DIR)).toBe(`${named}), and no backup holds that file; ${remedy}`);
});

test.each([
  ['it is not JSON', '{"path": "/var'],
  ['"id" is missing', '{"path": "/var/lib/galley/a"}'],
])('a damaged record without a database names the remedy: %s', (why, record) => {
  const DATA_DIR = dataFolder();
  writeFileSync(join(DATA_DIR, 'postgres.json'), record);
  expect(whyNot(DATA_DIR)).toBe(
    `DATA_DIR: ${DATA_DIR}/postgres.json is damaged (${why}), and no database in /var/lib/galley belongs to ${DATA_DIR}; ` +
      'if the disk of /var/lib/galley is not mounted, mount the disk and start again, else restore the newest backup into another DATA_DIR with npm run restore.',
  );
});

test('a damaged record is made again from the database', () => {
  const DATA_DIR = dataFolder();
  databaseIn(DATA_DIR, SETTINGS.replace('{', `{"dataDir":${JSON.stringify(DATA_DIR)},`));
  if (isRoot()) chownSync(join(DATA_DIR, 'postgres/data'), 1, 1);
  const record = join(DATA_DIR, 'postgres.json');
  writeFileSync(record, '{"path": "/var');
  expect(whyNot(DATA_DIR)).toBe('it is right');
  expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({ path: join(DATA_DIR, 'postgres'), id: 'a' });
});

test('missing settings of a database may be on a disk that is not mounted', () => {
  const DATA_DIR = dataFolder();
  mkdirSync(join(DATA_DIR, 'postgres'));
  expect(whyNot(DATA_DIR)).toContain(
    '(it is missing), and no backup holds that file; if its disk is not mounted, mount the disk',
  );
});

test('a new database is announced at every log level', async () => {
  const DATA_DIR = dataFolder();
  const child = spawn(process.execPath, ['server/main.ts', '--api-only'], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  await expect.poll(() => printed.out).toContain('Last backup');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  expect(printed.err).toBe(`A new, empty database was begun in ${DATA_DIR} (DATA_DIR).\n`);
  // Its disk is missing at the next start.
  rmSync(join(DATA_DIR, 'postgres'), { recursive: true, force: true });
  rmSync(join(DATA_DIR, 'postgres.json'), { force: true });
  expect(newDatabaseMessage(DATA_DIR, Date.now() + 60_000)).toBe(
    `DATA_DIR: ${DATA_DIR} was used before and had no database, so a new, empty one was begun. If it should have one, its disk is not mounted: stop, mount the disk and start again.`,
  );
});

test.each(['files', 'backups', 'assets', 'mail'])('a data folder with %s was used before', (name) => {
  const DATA_DIR = dataFolder();
  writeFileSync(join(DATA_DIR, 'secrets.key'), 'k');
  expect(newDatabaseMessage(DATA_DIR)).not.toContain('mounted');
  mkdirSync(join(DATA_DIR, name));
  expect(newDatabaseMessage(DATA_DIR)).toContain('its disk is not mounted');
});

test('damaged database settings stop the start at once', async () => {
  const DATA_DIR = dataFolder();
  databaseIn(DATA_DIR, '');
  expect(await start({ DATA_DIR, SECRETS_KEY: 'k'.repeat(32) })).toContain('are damaged');
});

test('a database folder without a database is named', () => {
  const DATA_DIR = dataFolder();
  rmSync(join(databaseIn(DATA_DIR, SETTINGS), 'PG_VERSION'));
  expect(whyNot(DATA_DIR)).toMatch(
    /holds no database .*; if its disk is not mounted, mount the disk and start again, else/,
  );
});

if (isRoot())
  test('a database folder that belongs to root is named', () => {
    const DATA_DIR = dataFolder();
    chownSync(databaseIn(DATA_DIR, SETTINGS), 0, 0);
    expect(whyNot(DATA_DIR)).toMatch(/^DATA_DIR: .*\/data belongs to root, .* chown -R postgres\.$/);
  });

test.each([
  [{ owner: 1000, process: 1000 }, null],
  [{ owner: 1000, process: 'root' as const }, null],
  [{ owner: 0, process: 'root' as const }, 'belongs to root'],
  [{ owner: 1000, process: 1001 }, 'the user 1000, and you are 1001'],
])('whose folder the database accepts: %o', (owners, message) => {
  const wrong = wrongOwner(owners);
  if (message === null) expect(wrong).toBeNull();
  else expect(`belongs to ${wrong}`).toContain(message);
});

const url = 'postgres://galley:secret@db.example.com/orders';
const fault = (code: string, message = 'nothing more') => Object.assign(new Error(message), { code });

test.each([
  [fault('ENOTFOUND'), 'the host of db.example.com:5432 cannot be found'],
  [fault('28P01'), 'refuses the login of "galley"'],
  [fault('3D000'), 'there is no database "orders"'],
  [fault('42501', 'permission denied to create role'), 'lacks a right (permission denied to create role)'],
  [fault('53100'), 'the disk of db.example.com:5432 is full'],
  [fault('53300'), 'has no free connection'],
  [fault('57P03'), 'is just starting or stopping'],
  [fault('SELF_SIGNED_CERT_IN_CHAIN'), 'the TLS connection to'],
  [new Error('timeout exceeded when trying to connect'), 'does not answer in time'],
])('an error of the database server is one sentence: %s', (error, message) => {
  const explained = explainServerFault(error, url) as Error;
  expect(explained.message).toMatch(/^DATABASE_URL: [^\n]*\.$/);
  expect(explained.message).toContain(message);
  expect(explained.message).not.toContain('secret');
});

test.each(['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR'])('an error of the data folder is one sentence: %s', (code) => {
  const explained = explainFolderFault(Object.assign(fault(code), { path: '/srv/galley/x' }), '/srv/galley') as Error;
  expect(explained.message).toMatch(/^DATA_DIR: \/srv\/galley\/x: [^\n]*\.$/);
});

test('an unexpected error keeps its stack', () => {
  const own = new TypeError('x is not a function');
  expect(explainServerFault(own, url)).toBe(own);
  expect(explainFolderFault(own, '/srv')).toBe(own);
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
