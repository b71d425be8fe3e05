import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openDatabase, type Pools } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { checkArchive } from '../backup/archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-commands-'));
// As root, the database's user must be able to pass.
chmodSync(folder, 0o711);
const [here, there, full] = [join(folder, 'here'), join(folder, 'there'), join(folder, 'full')];
const file = (name: string) => join(folder, `${name}.tar.gz`);
const BACKUP_PASSPHRASE = 'correct horse battery';

afterAll(() => rmSync(folder, { recursive: true }));

test('an embedded database is saved, running or not, and restored', async () => {
  const running = await open(here);
  await addSpace(running);
  expect(await run('backup.ts', here, file('running'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('read back and compared') as string,
    stderr: expect.stringContaining('encrypted under the passphrase') as string,
  });
  await addSpace(running);
  await running.close();
  expect(await run('backup.ts', here, file('stopped'))).toMatchObject({ code: 0 });
  expect(existsSync(join(here, 'postgres/data/postmaster.pid'))).toBe(false);
  for (const [name, spaces] of [
    ['running', 1],
    ['stopped', 2],
  ] as const)
    expect((await checkArchive(file(name))).manifest.tables['spaces']?.rows).toBe(spaces);

  expect(await run('restore.ts', there, file('stopped'))).toMatchObject({ code: 0 });
  expect(readFileSync(join(there, 'secrets.key'), 'utf8')).toBe(readFileSync(join(here, 'secrets.key'), 'utf8'));
  const restored = await open(there);
  const { rows } = await restored.owner.query<{ epoch: string }>('SELECT epoch FROM spaces');
  expect(rows.length).toBe(2);
  expect(rows.filter(({ epoch }) => epoch === 'before')).toEqual([]);
  await restored.close();

  expect(await run('restore.ts', there, file('running'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is something in the database already (spaces)') as string,
  });
});

test('a database on a full disk is saved to another one', async () => {
  await (await open(full)).close();
  for (const isRunning of [true, false]) {
    const running = isRunning ? await open(full) : null;
    expect(await run('backup.ts', full, { full: true }, file(`full-${isRunning}`))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('read back and compared') as string,
    });
    await running?.close();
  }
  expect(await run('restore.ts', full, { full: true }, file('full-true'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^DATA_DIR: the disk of .* is full \(0 MB left\); free at least 64 MB there\.\n$/,
    ) as string,
  });
});

test('impossible commands explain why and create nothing', async () => {
  const nowhere = join(folder, 'nowhere');
  expect(await run('backup.ts', nowhere, file('none'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no database in') as string,
  });
  expect(existsSync(join(nowhere, 'postgres'))).toBe(false);
  expect(await run('backup.ts', nowhere)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage') as string,
  });
  expect(await run('restore.ts', nowhere, file('missing'))).toMatchObject({ code: 2 });
  expect(await run('restore.ts', nowhere, '--force')).toMatchObject({ code: 2 });
});

const open = (DATA_DIR: string): Promise<Pools> => openDatabase(readEnv({ DATA_DIR }), { note: () => {} });

const addSpace = (pools: Pools) =>
  pools.owner.query("INSERT INTO spaces (restaurant_id, epoch) VALUES (gen_random_uuid(), 'before')");

/** For `--import`: every disk has 40 kB left. */
const FULL = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  fs.statfsSync = () => ({ bavail: 10, bsize: 4096 });
  syncBuiltinESMExports();`)}`;

function run(
  command: string,
  DATA_DIR: string,
  ...given: (string | { full: boolean })[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const args = given.filter((one) => typeof one === 'string');
  const first = given.length > args.length ? ['--import', FULL] : [];
  const script = fileURLToPath(new URL(command, import.meta.url));
  // An empty setting counts as unset, so that no setting of this machine is used.
  const env = { ...process.env, DATA_DIR, DATABASE_URL: '', SECRETS_KEY: '', NODE_ENV: '', BACKUP_PASSPHRASE };
  return new Promise((resolve) => {
    execFile(process.execPath, [...first, script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
