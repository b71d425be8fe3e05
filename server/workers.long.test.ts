import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '../tests/support/cluster.ts';
import { freshDatabase } from '../tests/support/database.ts';

let database: TestDatabase;
let dataDir: string;
let main: ChildProcess;
let printed: string;
beforeEach(async () => {
  [database, dataDir] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'galley-workers-'))]);
  printed = '';
  main = spawn(process.execPath, ['server/main.ts', '--api-only'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      DEMO: '0',
      PORT: '0',
      WORKERS: '2',
      METRICS_TOKEN: 'a token for metrics',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_APP_URL: database.appUrl,
      DATABASE_AUTH_URL: database.authUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [main.stdout!, main.stderr!]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
});
afterEach(async () => {
  if (main.exitCode === null) main.kill('SIGKILL');
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const workers = () => readFileSync(`/proc/${main.pid}/task/${main.pid}/children`, 'utf8').trim().split(' ').map(Number);
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.runIf(process.platform === 'linux')(
  'several processes share a port, and one that is killed comes back',
  async () => {
    await expect.poll(() => printed).toMatch(/Galley serves at/);
    const address = /Galley serves at (\S+)/.exec(printed)![1]!;
    const health = async () => (await fetch(`${address}/backend/health`, { headers: { Connection: 'close' } })).status;
    const first = workers();
    expect([first.length, await health(), printed.match(/"event":"lead"/g)]).toEqual([2, 200, ['"event":"lead"']]);
    const metrics = await fetch(`${address}/metrics`, { headers: { Authorization: 'Bearer a token for metrics' } });
    const utilized = (await metrics.text()).match(/^galley_event_loop_utilization\{worker="\d"\}/gm);
    expect(utilized?.toSorted()).toEqual(['1', '2'].map((n) => `galley_event_loop_utilization{worker="${n}"}`));
    process.kill(first[0]!, 'SIGKILL');
    await expect.poll(() => printed).toContain('worker_died');
    expect(await health()).toBe(200);
    await expect.poll(() => workers().filter((pid) => !first.includes(pid)).length).toBe(1);
    const second = workers();
    main.kill('SIGTERM');
    expect(await once(main, 'exit')).toEqual([0, null]);
    expect(second.filter(isAlive)).toEqual([]);
  },
);
