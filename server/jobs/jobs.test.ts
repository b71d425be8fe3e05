import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { systemClock } from '../platform/clock.ts';
import { GiveUp } from '../platform/give-up.ts';
import { addJobs } from './restored.ts';
import { createMetrics } from '../platform/metrics.ts';
import { startJobs, type JobRun, type Jobs } from './jobs.ts';

let database: TestDatabase;
let started: Jobs[] = [];
beforeEach(async () => void (database = await freshDatabase()));
afterEach(async () => {
  for (const jobs of started) await jobs.stop();
  started = [];
  await database.close();
});

const faults: string[] = [];
async function start(run: JobRun, isWorking = false): Promise<Jobs> {
  const jobs = await startJobs({
    owner: database.owner,
    clock: systemClock,
    runs: { 'mail.greet': run, 'push.ring': run, 'menu.read': run, ...mailRuns(run) },
    onFault: (job, _, { isLast }) => void faults.push(isLast ? `${job} given up` : job),
    metrics: createMetrics(),
    isWorking,
  });
  started.push(jobs);
  return jobs;
}

const mailRuns = (run: JobRun) =>
  Object.fromEntries(
    ['mail.code', 'mail.reset_link', 'mail.guest', 'mail.weekly_report'].map((job): [string, JobRun] => [
      job,
      (ids, context) => run({ ...ids, job }, context),
    ]),
  );

const on = (pool: 'app' | 'accounts') => drizzle(database[pool]);

async function inTransaction(end: 'COMMIT' | 'ROLLBACK', pool: 'app' | 'accounts', jobs: Jobs, id: string) {
  const client = await database[pool].connect();
  await client.query('BEGIN');
  await jobs.enqueue(drizzle(client), 'mail.greet', { id });
  await client.query(end);
  client.release();
}

test('a job exists only if its transaction commits', async () => {
  const ran: Record<string, string>[] = [];
  const jobs = await start(async (ids) => void ran.push(ids));
  await inTransaction('ROLLBACK', 'app', jobs, 'a');
  await inTransaction('COMMIT', 'app', jobs, 'b');
  await inTransaction('ROLLBACK', 'accounts', jobs, 'c');
  await inTransaction('COMMIT', 'accounts', jobs, 'd');
  expect(await jobs.drain()).toBe(2);
  expect(ran.map(({ id }) => id).toSorted()).toEqual(['b', 'd']);
  expect(await jobs.drain()).toBe(0);
});

test('a round adds no job of which one waits', async () => {
  const ran: string[] = [];
  const jobs = await start(async ({ id }) => void ran.push(id!));
  const round = () =>
    jobs.enqueueMissing(drizzle(database.owner), 'mail.greet', [
      { id: 'a', of: '1' },
      { id: 'b', of: '1' },
    ]);
  await jobs.enqueue(on('app'), 'mail.greet', { of: '1', id: 'a' });
  for (let i = 0; i < 3; i += 1) await round();
  expect(await jobs.drain()).toBe(2);
  await round();
  expect(await jobs.drain()).toBe(2);
  expect(ran.toSorted()).toEqual(['a', 'a', 'b', 'b']);
});

test('tells the last try of a job from those before it', async () => {
  const jobs = await start(() => Promise.reject(new Error('the mail server is away')));
  await jobs.enqueue(on('app'), 'mail.greet', { id: 'a' });
  faults.length = 0;
  await jobs.drain();
  await database.owner.query('UPDATE pgboss.job SET retry_count = retry_limit - 1');
  await jobs.drain({ evenLater: true });
  expect(faults).toEqual(['mail.greet', 'mail.greet given up']);
});

test("the API's roles add jobs but cannot read them", async () => {
  const jobs = await start(async () => {});
  await jobs.enqueue(on('app'), 'mail.greet', { id: 'a' });
  const { rows } = await database.owner.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'pgboss'::regnamespace AND relkind IN ('r', 'p', 'v')",
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const pool of [database.app, database.accounts])
    for (const { name } of rows.filter((row) => row.name !== 'queue'))
      await expect(pool.query(`SELECT * FROM pgboss.${name}`)).rejects.toThrow('permission denied');
});

test("the API's roles can neither take nor change jobs", async () => {
  const jobs = await start(async () => {});
  await jobs.enqueue(on('app'), 'mail.greet', { id: 'a' });
  for (const pool of [database.app, database.accounts]) {
    await expect(pool.query(`UPDATE pgboss.job SET state = 'completed'`)).rejects.toThrow('permission denied');
    await expect(pool.query('DELETE FROM pgboss.job')).rejects.toThrow('permission denied');
  }
});

test('a failed job runs again at its next try', async () => {
  let tries = 0;
  const jobs = await start(async () => {
    tries += 1;
    if (tries < 3) throw new Error('The mail server is away');
  });
  faults.length = 0;
  await jobs.enqueue(on('app'), 'mail.greet', { id: 'a' });
  expect(await jobs.drain()).toBe(1);
  expect(await jobs.drain()).toBe(0);
  expect(await jobs.drain({ evenLater: true })).toBe(1);
  expect(await jobs.drain({ evenLater: true })).toBe(1);
  expect(await jobs.drain({ evenLater: true })).toBe(0);
  expect({ tries, faults }).toEqual({ tries: 3, faults: ['mail.greet', 'mail.greet'] });
});

test('a job that gives up is reported and not retried', async () => {
  const jobs = await start(async () => {
    throw new GiveUp('No such mailbox');
  });
  faults.length = 0;
  await jobs.enqueue(on('app'), 'mail.greet', { id: 'a' });
  expect([await jobs.drain(), await jobs.drain({ evenLater: true })]).toEqual([1, 0]);
  expect(faults).toEqual(['mail.greet']);
});

test('an unknown job is an error of its caller', async () => {
  const jobs = await start(async () => {});
  await expect(jobs.enqueue(on('app'), 'mail.unknown', {})).rejects.toThrow('no job mail.unknown');
});

test('processes with one database run each job once', async () => {
  const ran: string[] = [];
  const all = await Promise.all([1, 2, 3].map(() => start(async ({ id }) => void ran.push(id!), true)));
  const ids = Array.from({ length: 60 }, (_, i) => String(i));
  await Promise.all(
    ids.map((id, i) => all[i % 3]!.enqueue(on('accounts'), i % 2 ? 'mail.greet' : 'push.ring', { id })),
  );
  await expect.poll(() => ran.length).toBe(60);
  for (const jobs of all) await jobs.drain();
  expect(ran.toSorted()).toEqual(ids.toSorted());
});

test('one menu of a restaurant is taken at a time, so that the next is another restaurant’s', async () => {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const run: JobRun = ({ id }) => {
    began.push(id!);
    return new Promise<void>((end) => ends.set(id!, end));
  };
  const jobs = await start(run, true);
  const menus = ['a1', 'a2', 'a3', 'b1'].map((id) => ({ restaurant_id: `of-${id.charAt(0)}`, id }));
  await jobs.enqueue(on('app'), 'menu.read', menus);
  const owners = () => began.map((id) => id.charAt(0));
  await expect.poll(() => owners().toSorted(), { timeout: 30_000 }).toEqual(['a', 'b']);
  ends.get('b1')!();
  // Which menu of a restaurant comes next is open; never two at a time.
  for (const count of [2, 3, 4]) {
    await expect.poll(() => began.length, { timeout: 30_000 }).toBe(count);
    ends.get(began.findLast((id) => id !== 'b1')!)!();
  }
  expect(began.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
}, 120_000);

test('codes, reset links and guests’ mails wait for no report', async () => {
  const sent: string[] = [];
  const ends: (() => void)[] = [];
  let isOver = false;
  const jobs = await start(({ job, id }) => {
    if (job === 'mail.weekly_report' && !isOver) return new Promise<void>((end) => void ends.push(end));
    sent.push(`${job} ${id}`);
    return Promise.resolve();
  }, true);
  const reports = Array.from({ length: 1001 }, (_, i) => ({ restaurant_id: `r${i}`, id: String(i) }));
  await jobs.enqueue(on('app'), 'mail.weekly_report', reports);
  await expect.poll(() => ends.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await jobs.enqueue(on('accounts'), 'mail.code', { id: 'a' });
  await jobs.enqueue(on('accounts'), 'mail.reset_link', { id: 'b' });
  await jobs.enqueue(on('app'), 'mail.guest', { restaurant_id: 'r1', id: 'c' });
  await expect
    .poll(() => sent.toSorted(), { timeout: 30_000 })
    .toEqual(['mail.code a', 'mail.guest c', 'mail.reset_link b']);
  isOver = true;
  for (const end of ends) end();
}, 120_000);

test('many guests’ mails of one restaurant leave room for another’s', async () => {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  let isOver = false;
  const jobs = await start(({ id }) => {
    began.push(id!);
    return id === 'b' || isOver ? Promise.resolve() : new Promise<void>((end) => void ends.push(end));
  }, true);
  const flood = Array.from({ length: 50 }, (_, i) => ({ restaurant_id: 'of-a', id: `a${i}` }));
  await jobs.enqueue(on('app'), 'mail.guest', flood);
  await expect.poll(() => began.length, { timeout: 30_000 }).toBe(2);
  await jobs.enqueue(on('app'), 'mail.guest', { restaurant_id: 'of-b', id: 'b' });
  await expect.poll(() => began, { timeout: 30_000 }).toContain('b');
  expect(began.filter((id) => id !== 'b')).toHaveLength(2);
  isOver = true;
  for (const end of ends) end();
  // Without a wait between them.
  await expect.poll(() => began.length, { timeout: 30_000 }).toBe(51);
}, 120_000);

test('jobs of a backup older than what pg-boss keeps still run, and later ones at their time', async () => {
  const ran: Record<string, string>[] = [];
  const jobs = await start(async (ids) => void ran.push(ids));
  const job = (id: string, start_after: string) => ({
    queue: 'mail_report',
    data: { job: 'mail.weekly_report', ids: { id } },
    priority: 0,
    start_after,
  });
  const client = await database.owner.connect();
  const restored = [job('old', '2020-01-01T00:00:00.000Z'), job('later', '2999-01-01T00:00:00.000Z')];
  const add = await addJobs(client, restored);
  await add();
  client.release();
  const { rows } = await database.owner.query<{ id: string }>(
    `SELECT data->'ids'->>'id' AS id FROM pgboss.job WHERE name = 'mail_report' AND keep_until > now() ORDER BY start_after`,
  );
  expect(rows.map(({ id }) => id)).toEqual(['old', 'later']);
  expect(await jobs.drain()).toBe(1);
  expect(ran.map(({ id }) => id)).toEqual(['old']);
});
