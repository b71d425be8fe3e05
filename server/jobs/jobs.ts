import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type JobWithMetadata } from 'pg-boss';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { JobIds, JobQueue } from '../pipeline/handler.ts';
import type { Metrics } from '../platform/metrics.ts';
import { GiveUp } from '../platform/give-up.ts';
import { grantJobs } from './grant-jobs.ts';
import { queueNamed, queueOf } from './queues.ts';

/** What a job gets: the owner's pool, which sees every restaurant, and the clock. */
export interface JobContext {
  owner: pg.Pool;
  clock: Clock;
  /** Adds follow-up jobs, in a separate transaction. */
  enqueue: Jobs['enqueue'];
}

/** Runs one job. It may run again after an error, even if it took effect: handle that where it matters. */
export type JobRun = (data: Record<string, string>, context: JobContext) => Promise<void>;

export interface Jobs extends JobQueue {
  /** Runs due jobs until none is left. Returns how many ran. `evenLater` includes those waiting for another try. */
  drain(options?: { evenLater?: boolean }): Promise<number>;
  /** Finishes running jobs and stops. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  owner: pg.Pool;
  clock: Clock;
  /** By name: `<service>.<action>`; see queueOf. */
  runs: Record<string, JobRun>;
  /** Called for each try that failed. `isLast`: there is no other. */
  onFault(job: string, error: unknown, about: { isLast: boolean; restaurantId: string | null }): void;
  metrics: Metrics;
  /** False: this process adds jobs but runs none by itself (see drain). */
  isWorking?: boolean;
}

// About four hours in all: 10 s, then doubling, at most 30 minutes between tries.
export const RETRIES = {
  retryLimit: 14,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 1800,
  expireInSeconds: 120,
};
/** Each worker of a queue asks the database so often. */
const POLL_SECONDS = 2;
/** A job that this process adds is looked for after so long, as it can be seen once its transaction has committed. */
const COMMIT_MS = [30, 100, 300, 1000];
const ROUND = 100;

interface Entry {
  job: string;
  ids: Record<string, string>;
}

/**
 * Jobs for integrations, with pg-boss in the schema `pgboss` of the same database. Any number of API processes share them; each job runs in
 * one. Creates schema and queues if they are missing. The API's roles may add jobs; only the owner takes them.
 */
export async function startJobs({
  owner,
  clock,
  runs,
  onFault,
  metrics,
  isWorking = true,
}: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schedule: false,
    supervise: isWorking,
  });
  boss.on('error', (error) => onFault('queue', error, { isLast: false, restaurantId: null }));
  await boss.start();

  const queues = [...new Set(Object.keys(runs).map(queueOf))];
  for (const queue of queues) {
    const { limits } = queueNamed(queue);
    const options = { ...RETRIES, ...limits };
    await boss.createQueue(queue, options);
    // One of an earlier version stays as it was made.
    if (limits) await boss.updateQueue(queue, options);
  }
  await grantJobs(owner);

  /** A worker of each queue that this process works on. */
  const workers = new Map<string, string>();
  const wake = (queue: string) => boss.notifyWorker(workers.get(queue)!);

  const enqueue: Jobs['enqueue'] = async (db, job, ids) => {
    if (!runs[job]) throw new Error(`There is no job ${job}`);
    const all: JobIds[] = [ids].flat();
    if (all.length === 0) return;
    const queue = queueOf(job);
    const { ofOneRestaurant } = queueNamed(queue);
    const added = all.map((one) => ({
      data: { job, ids: one } satisfies Entry,
      ...(ofOneRestaurant !== null && one['restaurant_id'] ? { group: { id: one['restaurant_id'] } } : {}),
    }));
    await boss.insert(queue, added, { db: fromDrizzle(db, sql) });
    if (workers.has(queue)) for (const ms of COMMIT_MS) setTimeout(wake, ms, queue).unref();
  };

  const enqueueMissing: Jobs['enqueueMissing'] = async (db, job, ids) => {
    const { rows } = await db.execute<{ ids: JobIds }>(
      sql`SELECT data->'ids' AS ids FROM pgboss.job WHERE name = ${queueOf(job)} AND state < 'completed' AND data->>'job' = ${job}`,
    );
    const present = new Set(rows.map((row) => keyOf(row.ids)));
    await enqueue(
      db,
      job,
      ids.filter((one) => !present.has(keyOf(one))),
    );
  };

  async function run({ job, ids }: Entry): Promise<void> {
    const known = runs[job];
    if (!known) throw new Error(`This version knows no job ${job}`);
    await known(ids, { owner, clock, enqueue });
  }

  async function attempt({ data, retryCount, retryLimit }: JobWithMetadata<Entry>): Promise<void> {
    const { job, ids } = data;
    const count = (outcome: string) => metrics.count('galley_job_tries_total', { job, outcome });
    try {
      await run(data);
      count('done');
    } catch (error) {
      const isGivenUp = error instanceof GiveUp;
      const isLast = !isGivenUp && retryCount >= retryLimit;
      count(isGivenUp || isLast ? 'given_up' : 'failed');
      onFault(job, error, { isLast, restaurantId: ids['restaurant_id'] ?? null });
      if (!isGivenUp) throw error;
    }
  }

  if (isWorking) {
    for (const queue of queues) {
      const { workers: localConcurrency, atOnce: batchSize, ofOneRestaurant } = queueNamed(queue);
      const worker = await boss.work(
        queue,
        {
          pollingIntervalSeconds: POLL_SECONDS,
          localConcurrency,
          batchSize,
          ...(ofOneRestaurant !== null && { localGroupConcurrency: ofOneRestaurant }),
          burstWhenBatchFull: true,
          perJobResults: true,
          includeMetadata: true,
        },
        (jobs: JobWithMetadata<Entry>[]) => {
          // What is left may all be of one restaurant, of which this was as many as run at once.
          if (ofOneRestaurant !== null) wake(queue);
          return Promise.all(
            jobs.map((job) =>
              attempt(job).then(
                () => ({ id: job.id, status: 'completed' as const }),
                (error: unknown) => ({ id: job.id, status: 'failed' as const, output: { message: String(error) } }),
              ),
            ),
          );
        },
      );
      workers.set(queue, worker);
    }
  }

  /** In the order in which they were added, so that tests see a fixed order. */
  async function fetchRound(queue: string, ignoreStartAfter: boolean) {
    const jobs = await boss.fetch<Entry>(queue, { batchSize: ROUND, ignoreStartAfter, includeMetadata: true });
    return jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime());
  }

  return {
    enqueue,
    enqueueMissing,
    async drain({ evenLater = false } = {}) {
      let count = 0;
      // A job may add one to a queue before its own. Only the first round takes jobs that wait for a retry; otherwise a failing job would
      // loop for ever.
      for (let isFirst = true, before = -1; before < count; isFirst = false) {
        before = count;
        for (const queue of queues) {
          let jobs = await fetchRound(queue, evenLater && isFirst);
          while (jobs.length > 0) {
            for (const job of jobs) {
              count += 1;
              await attempt(job).then(
                () => boss.complete(queue, job.id),
                (error) => boss.fail(queue, job.id, { message: String(error) }),
              );
            }
            jobs = await fetchRound(queue, false);
          }
        }
      }
      return count;
    },
    stop: () => boss.stop({ graceful: true, close: false, timeout: 5000 }),
  };
}

const keyOf = (ids: JobIds) =>
  Object.keys(ids)
    .toSorted()
    .map((name) => `${name} ${ids[name]}`)
    .join();
