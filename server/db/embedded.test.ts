import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { isRoot } from './binaries.ts';
import { isAlive } from './cluster.ts';
import { openDatabase } from './open.ts';
import type { Pools } from './open.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];
// Making one takes a second or more; the tests that do not ask for a new one share it, each with an empty table.
const shared = dataFolder();

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
});

afterAll(async () => {
  for (const folder of folders) {
    // A server that a killed child left behind is entered and left, which stops it.
    if (existsSync(folder)) await (await open(folder)).close();
    const note = join(folder, 'postgres.json');
    if (existsSync(note))
      rmSync((JSON.parse(readFileSync(note, 'utf8')) as { path: string }).path, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('the embedded database', () => {
  test('goes on when its API is killed, and the next start finds every row that was acknowledged', async () => {
    const folder = shared;
    const writer = await startWriter(folder);
    const running = postmasterPid(folder);
    await expect.poll(() => writer.acknowledged(), { timeout: 10_000 }).toBeGreaterThan(0);
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

  test('recovers when it is killed together with its API, also when its number belongs to another program by then', async () => {
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

  test('comes back by itself when the server alone is killed', async () => {
    const folder = shared;
    const pools = await open(folder);
    process.kill(postmasterPid(folder), 'SIGKILL');
    await expect
      .poll(
        () =>
          pools.app.query('SELECT 1').then(
            (r) => r.rowCount,
            () => 0,
          ),
        { timeout: 15_000 },
      )
      .toBe(1);
    await pools.close();
  });

  test('serves a second process of the same folder, and the last one to leave stops it', async () => {
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

  test('two first starts at the same moment make one database', async () => {
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

  test('a deleted data folder means a fresh database', async () => {
    const folder = dataFolder();
    const before = await open(folder);
    await before.owner.query('CREATE TABLE written (n int)');
    await before.close();
    rmSync(folder, { recursive: true });
    const after = await open(folder);
    await expect(after.owner.query('SELECT 1 FROM written')).rejects.toThrow('does not exist');
    await after.close();
  });

  if (isRoot())
    test('as root below a folder that nobody else may enter, it lies where its user can reach it', async () => {
      const folder = dataFolder();
      chmodSync(folder, 0o700);
      const inner = join(folder, 'data');
      folders.unshift(inner);
      const first = await open(inner);
      const { path } = JSON.parse(readFileSync(join(inner, 'postgres.json'), 'utf8')) as { path: string };
      expect(path.startsWith('/var/lib/galley/')).toBe(true);
      await first.owner.query('CREATE TABLE written (n int)');
      await first.close();
      const second = await open(inner);
      await second.owner.query('SELECT 1 FROM written');
      await second.close();
      rmSync(inner, { recursive: true });
      const fresh = await open(inner);
      await expect(fresh.owner.query('SELECT 1 FROM written')).rejects.toThrow('does not exist');
      await fresh.close();
      rmSync(`${path}.left`, { recursive: true });
    });
});

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-embedded-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

const open = (dataDir: string): Promise<Pools> =>
  openDatabase({ dataDir, databaseUrl: null, databaseAppUrl: null, databaseAuthUrl: null }, { note: () => {} });

const postmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** Another process with the same data folder, which writes rows one after the other and says so. */
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

const gone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
