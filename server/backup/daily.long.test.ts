import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { checkArchive } from './archive.ts';
import { backUpDaily, backUpWhenDue } from './daily.ts';
import { describeLastBackup } from './folder.ts';

const HOUR = 3_600_000;
let app: TestApp;
let folder: string;

beforeEach(async () => {
  app = await startApp();
  folder = join(app.env.dataDir, 'backups');
});
afterEach(() => app.close());

const runDaily = (more: Partial<TestApp['env']> = {}) =>
  backUpWhenDue({ owner: app.pools.owner, env: { ...app.env, ...more }, clock: app.clock, log: app.log });
const names = (where = folder) => readdirSync(where).toSorted();

describe('the daily backup', () => {
  test('is made once a day, complete, readable by its owner', async () => {
    await runDaily();
    app.clock.pass(23 * HOUR);
    await runDaily();
    expect(names()).toEqual(['galley-2026-11-20T183000Z.tar.gz']);
    app.clock.pass(HOUR);
    await runDaily();
    expect(names()).toEqual(['galley-2026-11-20T183000Z.tar.gz', 'galley-2026-11-21T183000Z.tar.gz']);
    expect(statSync(join(folder, names()[1]!)).mode & 0o077).toBe(0);
    expect((await checkArchive(join(folder, names()[1]!))).header.secrets_key.sealed).toBeNull();
  });

  test('is kept for 14 days, the newest for ever', async () => {
    for (let day = 0; day < 17; day += 1) {
      await runDaily();
      app.clock.pass(24 * HOUR);
    }
    expect(names()).toHaveLength(15);
    writeFileSync(join(folder, 'mine.tar.gz'), 'not ours');
    app.clock.pass(100 * 24 * HOUR);
    await runDaily();
    expect(names()).toHaveLength(2);
    expect(names()).toContain('mine.tar.gz');
  });

  test('is copied to a second folder, even if created later', async () => {
    const second = join(app.env.dataDir, 'second');
    await expect(runDaily({ backupCopyDir: second })).rejects.toThrow('there is no folder');
    mkdirSync(second);
    await runDaily({ backupCopyDir: second });
    expect(names(second)).toEqual(names());
    const [name] = names();
    expect(readFileSync(join(second, name!))).toEqual(readFileSync(join(folder, name!)));
  });

  test('removes leftovers of killed processes only', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, '.galley-x.tar.gz.999999998.part'), '');
    writeFileSync(join(folder, `.galley-x.tar.gz.${process.ppid}.part`), '');
    await runDaily();
    expect(names().filter((name) => name.endsWith('.part'))).toEqual([`.galley-x.tar.gz.${process.ppid}.part`]);
  });

  test('ends when the server stops, leaving nothing unfinished', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopping'));
    await expect(
      backUpWhenDue({ owner: app.pools.owner, env: app.env, clock: app.clock, log: app.log, signal: stop.signal }),
    ).rejects.toThrow('stopping');
    expect(names()).toEqual([]);
  });

  test('can be turned off', async () => {
    const { pools, env, clock, log } = app;
    await backUpDaily({ owner: pools.owner, env: { ...env, isBackupDaily: false }, clock, log });
    expect(existsSync(folder)).toBe(false);
  });

  test('reports its age in health and at the start', async () => {
    const health = async () => (await callApi<{ last_backup_at: string | null }>(app.fetch, 'GET', '/health')).data;
    expect(await health()).toMatchObject({ last_backup_at: null });
    expect(await describeLastBackup(app.env, app.clock.now())).toBe(`Last backup: none yet, in ${folder}`);
    await runDaily();
    app.clock.pass(5 * HOUR);
    expect(await health()).toMatchObject({ last_backup_at: '2026-11-20T18:30:00.000Z' });
    expect(await describeLastBackup(app.env, app.clock.now())).toBe(`Last backup: 5 hours old, in ${folder}`);
    rmSync(folder, { recursive: true });
  });
});
