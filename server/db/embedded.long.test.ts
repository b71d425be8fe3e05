import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { databaseUser, isRoot } from './binaries.ts';
import { startFailure } from '../platform/start-error.ts';
import type { Voices } from './cluster.ts';
import { isAlive } from './postmaster.ts';
import { openDatabase } from './open.ts';
import type { Pools } from './open.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];
const opened: Pools[] = [];
/** Databases of inaccessible folders, and those set aside. */
const homes: string[] = [];
// Creating one takes a second or more, so tests that do not need a new one share this, each with an empty table.
const shared = dataFolder();

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  await closeAll();
});

afterAll(async () => {
  for (const folder of folders) {
    // Opening and closing stops a server that a killed child left behind.
    if (existsSync(join(folder, 'postgres')) || existsSync(join(folder, 'postgres.json')))
      await (await open(folder)).close();
    const note = join(folder, 'postgres.json');
    if (existsSync(note))
      rmSync((JSON.parse(readFileSync(note, 'utf8')) as { path: string }).path, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  }
  for (const home of homes)
    for (const folder of [home, ...asideOf(home)]) rmSync(folder, { recursive: true, force: true });
});

describe('the embedded database', () => {
  test('keeps every acknowledged row when its API is killed', async () => {
    const folder = shared;
    const writer = await startWriter(folder);
    const running = postmasterPid(folder);
    await expect.poll(() => writer.acknowledged()).toBeGreaterThan(0);
    await end(writer.child, 'SIGKILL');
    expect(isAlive(running)).toBe(true);

    const pools = await open(folder);
    expect(postmasterPid(folder)).toBe(running);
    const { rows } = await pools.owner.query<{ n: number }>('SELECT coalesce(max(n), 0)::int AS n FROM written');
    expect(rows[0]!.n).toBeGreaterThanOrEqual(writer.acknowledged());
    expect(writer.acknowledged()).toBeGreaterThan(0);
    await pools.owner.query('DROP TABLE written');
    await pools.close();
    await gone(running);
  });

  test('starts a new log file when one is full', async () => {
    const pools = await open(shared);
    const { rows } = await pools.owner.query(
      "SELECT name, setting FROM pg_settings WHERE name IN ('logging_collector', 'log_rotation_size', 'log_rotation_age') ORDER BY name",
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['1440', '10240', 'on']);
    await pools.close();
  });

  test('recovers from a kill even if its pid is reused', async () => {
    const folder = shared;
    const writer = await startWriter(folder);
    const running = postmasterPid(folder);
    await end(writer.child, 'SIGKILL');
    process.kill(running, 'SIGKILL');
    await gone(running);
    const file = join(folder, 'postgres/data/postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));

    const pools = await open(folder);
    const { rows } = await pools.owner.query<{ n: number }>('SELECT coalesce(max(n), 0)::int AS n FROM written');
    expect(rows[0]!.n).toBeGreaterThanOrEqual(writer.acknowledged());
    await pools.owner.query('DROP TABLE written');
    await pools.close();
  });

  test('restarts by itself when only the server is killed', async () => {
    const folder = shared;
    const pools = await open(folder);
    process.kill(postmasterPid(folder), 'SIGKILL');
    await expect
      .poll(() =>
        pools.app.query('SELECT 1').then(
          (r) => r.rowCount,
          () => 0,
        ),
      )
      .toBe(1);
    await pools.close();
  });

  test('serves two processes and stops with the last one', async () => {
    const folder = shared;
    const first = await open(folder);
    const running = postmasterPid(folder);
    const second = await startWriter(folder);
    expect(postmasterPid(folder)).toBe(running);
    await first.close();
    expect(isAlive(running)).toBe(true);
    await end(second.child, 'SIGTERM');
    await gone(running);
  });

  test('is created once by two simultaneous first starts', async () => {
    const folder = dataFolder();
    const [a, b] = await Promise.all([startWriter(folder), startWriter(folder)]);
    const pools = await open(folder);
    const { rows } = await pools.owner.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'galley keeper'",
    );
    expect(rows[0]!.n).toBe(3);
    await end(a.child, 'SIGKILL');
    await end(b.child, 'SIGKILL');
    await pools.close();
  });

  test('is new after the data folder was deleted', async () => {
    const folder = dataFolder();
    const before = await open(folder);
    await before.owner.query('CREATE TABLE written (n int)');
    await before.close();
    rmSync(folder, { recursive: true });
    const after = await open(folder);
    await expect(after.owner.query('SELECT 1 FROM written')).rejects.toThrow('does not exist');
    await after.close();
  });

  test('in a copied folder never uses the original’s server', async () => {
    const original = await open(shared);
    const running = postmasterPid(shared);
    const copied = dataFolder();
    execFileSync('cp', ['-a', `${shared}/.`, copied]);
    const copy = await open(copied);
    expect(postmasterPid(copied)).not.toBe(running);
    await copy.owner.query('CREATE TABLE of_the_copy (n int)');
    await expect(original.owner.query('SELECT 1 FROM of_the_copy')).rejects.toThrow('does not exist');
    await copy.close();
    expect(isAlive(running)).toBe(true);
    await original.close();
  });

  test('starts despite a stale pid file with a used pid', async () => {
    const folder = shared;
    await (await open(folder)).close();
    // PostgreSQL itself only checks processes of its own user.
    const other = spawn('sleep', ['60'], { ...databaseUser(), stdio: 'ignore' });
    children.push(other);
    const data = join(folder, 'postgres/data');
    writeFileSync(join(data, 'postmaster.pid'), `${other.pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n`);
    keepOwner(join(data, 'PG_VERSION'), join(data, 'postmaster.pid'));
    const pools = await open(folder);
    expect((await pools.app.query('SELECT 1')).rowCount).toBe(1);
    await pools.close();
  });

  test('compares whole folder names when locating itself', async () => {
    const folder = dataFolder();
    const elsewhere = `${folder}-database`;
    folders.push(elsewhere);
    await (await open(folder)).close();
    renameSync(join(folder, 'postgres'), elsewhere);
    const { id } = JSON.parse(readFileSync(join(elsewhere, 'settings.json'), 'utf8')) as { id: string };
    writeFileSync(join(folder, 'postgres.json'), JSON.stringify({ path: elsewhere, id: `not ${id}` }));
    // It is the database of another folder, so it is not used.
    await expect(open(folder)).rejects.toThrow('should be at');
    const [aside] = readdirSync(tmpdir()).filter((name) => name.startsWith(`${basename(elsewhere)}.set-aside-`));
    writeFileSync(join(folder, 'postgres.json'), JSON.stringify({ path: elsewhere, id }));
    await (await open(folder)).close();
    expect(existsSync(join(tmpdir(), aside!))).toBe(false);
    expect(existsSync(elsewhere)).toBe(true);
  });

  if (isRoot()) {
    test('as root is placed where its user has access', async () => {
      const { inner, path } = await unreachable();
      expect(path.startsWith('/var/lib/galley/')).toBe(true);
      await runOn(inner, 'CREATE TABLE written (n int)');
      await runOn(inner, 'SELECT 1 FROM written');
    });

    test('as root is set aside when its folder is deleted', async () => {
      const { inner, path } = await unreachable();
      for (const n of [1, 2]) {
        await runOn(inner, `CREATE TABLE life_${n} (n int)`);
        rmSync(inner, { recursive: true });
      }
      const lines: string[] = [];
      const pools = await open(inner, { announce: (message) => lines.push(message) });
      await expect(pools.owner.query('SELECT 1 FROM life_2')).rejects.toThrow('does not exist');
      await closeAll();
      const aside = asideOf(path);
      expect(aside).toHaveLength(2);
      for (const folder of aside) expect(existsSync(join(folder, 'data/PG_VERSION'))).toBe(true);
      lines.length = 0;
      await open(inner, { announce: (message) => lines.push(message) });
      await closeAll();
      expect(lines.toSorted()).toEqual(
        aside.map(
          (folder) =>
            `DATA_DIR: ${folder} holds a database that ${inner} had before, and nothing uses it. If the disk of ${inner} is not mounted, ` +
            'mount the disk and start again: that database comes back.',
        ),
      );
    });

    test('as root is found again if its record is damaged', async () => {
      const { inner, path } = await unreachable();
      await runOn(inner, 'CREATE TABLE mine (n int)');
      const record = join(inner, 'postgres.json');
      const whole = readFileSync(record, 'utf8');
      writeFileSync(record, whole.slice(0, 20));
      const lines: string[] = [];
      const pools = await open(inner, { note: (message) => lines.push(message) });
      await pools.owner.query('SELECT 1 FROM mine');
      await closeAll();
      expect(readFileSync(record, 'utf8')).toBe(whole);
      expect(lines).toEqual([expect.stringContaining(`was made again: the database of ${inner} is ${path}`)]);
    });

    test('as root is found again if it was set aside, too', async () => {
      const { inner, path } = await unreachable();
      await runOn(inner, 'CREATE TABLE mine (n int)');
      renameSync(path, `${path}.set-aside-2026-01-01T000000Z`);
      writeFileSync(join(inner, 'postgres.json'), '');
      await runOn(inner, 'SELECT 1 FROM mine');
      expect(asideOf(path)).toEqual([]);
    });

    test('as root is not guessed among several of a damaged record', async () => {
      const { inner, path } = await unreachable();
      const aside = `${path}.set-aside-2026-01-01T000000Z`;
      cpSync(path, aside, { recursive: true });
      const record = join(inner, 'postgres.json');
      const whole = readFileSync(record, 'utf8');
      writeFileSync(record, '');
      await expect(open(inner)).rejects.toThrow(`${whole.trim()} or {"path":"${aside}"`);
      writeFileSync(record, whole);
    });

    test('as root is missed where its disk is not mounted', async () => {
      const { inner, path } = await unreachable();
      renameSync(path, `${path}-unmounted`);
      const refused: unknown = await open(inner).catch((error: unknown) => error);
      expect(startFailure(refused)).toMatch(
        /^DATA_DIR: [^\n]* is not; if its disk is not mounted, mount the disk and start again, else [^\n]* npm run restore\.$/,
      );
      renameSync(`${path}-unmounted`, path);
    });

    test('as root starts beside a damaged one that was set aside', async () => {
      const { inner, path } = await unreachable();
      const aside = `${path}.set-aside-2026-01-01T000000Z`;
      mkdirSync(aside);
      writeFileSync(join(aside, 'settings.json'), '{');
      renameSync(path, `${path}.set-aside-2026-01-02T000000Z`);
      await runOn(inner, 'SELECT 1');
      expect(asideOf(path)).toEqual([aside]);
    });

    test('as root returns with its data folder', async () => {
      const { inner, path } = await unreachable();
      await runOn(inner, 'CREATE TABLE mine (n int)');
      renameSync(inner, `${inner}-unmounted`);
      await open(inner);
      await closeAll();
      rmSync(inner, { recursive: true });
      renameSync(`${inner}-unmounted`, inner);
      const pools = await open(inner);
      await pools.owner.query('SELECT 1 FROM mine');
      await closeAll();
      expect(asideOf(path)).toHaveLength(1);
    });

    test('as root is not given to a copied folder', async () => {
      const { inner } = await unreachable();
      const copied = join(inner, '../copied');
      cpSync(inner, copied, { recursive: true });
      await expect(open(copied)).rejects.toThrow('is a copy of');
      // A moved folder keeps its database.
      rmSync(copied, { recursive: true });
      renameSync(inner, copied);
      folders.unshift(copied);
      await open(copied);
      await closeAll();
    });
  }
});

/** As root: a data folder that the database's user cannot access, with its database. */
async function unreachable(): Promise<{ inner: string; path: string }> {
  const folder = dataFolder();
  chmodSync(folder, 0o700);
  const inner = join(folder, 'data');
  folders.unshift(inner);
  await open(inner);
  await closeAll();
  const { path } = JSON.parse(readFileSync(join(inner, 'postgres.json'), 'utf8')) as { path: string };
  homes.push(path);
  return { inner, path };
}

const asideOf = (home: string) =>
  readdirSync(dirname(home))
    .filter((name) => name.startsWith(`${basename(home)}.`))
    .map((name) => join(dirname(home), name));

function keepOwner(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  chownSync(to, uid, gid);
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-embedded-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

async function open(dataDir: string, voices: Partial<Voices> = {}): Promise<Pools> {
  const pools = await openDatabase(
    { dataDir, databaseUrl: null, databaseAppUrl: null, databaseAuthUrl: null },
    { note: () => {}, ...voices },
  );
  opened.push(pools);
  return pools;
}

/** Runs one statement in its own start and stop. */
async function runOn(dataDir: string, statement: string): Promise<void> {
  await (await open(dataDir)).owner.query(statement);
  await closeAll();
}

const closeAll = () => Promise.all(opened.splice(0).map((pools) => pools.close()));

const postmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** Another process with the same data folder that inserts rows and reports each. */
async function startWriter(folder: string): Promise<{ child: ChildProcess; acknowledged(): number }> {
  const code = `
    import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    const pools = await openDatabase({ dataDir: ${JSON.stringify(folder)}, databaseUrl: null, databaseAppUrl: null, databaseAuthUrl: null }, { note() {} });
    let isStopping = false;
    process.on('SIGTERM', () => { isStopping = true; void pools.close(); });
    await pools.owner.query('CREATE TABLE IF NOT EXISTS written (n int)').catch(() => {});
    console.log('0');
    for (let n = 1; !isStopping; n++) { await pools.owner.query('INSERT INTO written VALUES ($1)', [n]).catch(() => {}); console.log(n); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)));
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The writer ended'))),
  ]);
  return { child, acknowledged: () => Number(printed.trimEnd().split('\n').at(-1)) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);
