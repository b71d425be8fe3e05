import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { AccountsDb, Tx } from '../pipeline/handler.ts';
import { GiveUp } from './give-up.ts';
import { grantJobs } from './grant-jobs.ts';

/** What a job gets: the owner's pool, which sees every restaurant, and the time. */
export interface JobContext {
  owner: pg.Pool;
  clock: Clock;
  /** What the job leads to, in a transaction of its own. */
  enqueue: Jobs['enqueue'];
}

/** Does one job. It may run again after a fault, also after its effect took place: name what that would do where it matters. */
export type JobRun = (data: Record<string, string>, context: JobContext) => Promise<void>;

export interface Jobs {
  /** Adds a job in the caller's own transaction: it exists exactly when its transaction commits. Data are ids only, as every tenant's jobs share a table. */
  enqueue(db: Tx | AccountsDb, job: string, ids: Record<string, string>): Promise<void>;
  /** Runs what is due until nothing is left, and answers how many jobs ran; `evenLater` takes those that wait for another try too. */
  drain(options?: { evenLater?: boolean }): Promise<number>;
  /** Ends the work in hand in good order. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  owner: pg.Pool;
  clock: Clock;
  /** By name: `<outside service>.<what>`. Jobs of one service share a queue, so that a slow service holds up nothing but its own. */
  runs: Record<string, JobRun>;
  /** Told of each job that failed, before its next try. */
  onFault(job: string, error: unknown): void;
  /** False: this process adds jobs and does none by itself (see drain). */
  isWorking?: boolean;
}

// About four hours in all: 10 s, then doubling, 30 minutes at most between two tries.
export const RETRIES = {
  retryLimit: 14,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 1800,
  expireInSeconds: 120,
};
const POLL_SECONDS = 0.5;
const AT_ONCE = 5;
const ROUND = 100;

interface Entry {
  job: string;
  ids: Record<string, string>;
}

/**
 * Jobs for outside services, on pg-boss in the schema `pgboss` of the same database. Any number of API processes share them; each job is
 * taken by one. The schema and queues are made here when they are missing; the API's roles may add jobs, only the owner takes them.
 */
export async function startJobs({ owner, clock, runs, onFault, isWorking = true }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schedule: false,
    supervise: isWorking,
  });
  boss.on('error', (error) => onFault('queue', error));
  await boss.start();

  const queues = [...new Set(Object.keys(runs).map(queueOf))];
  for (const queue of queues) await boss.createQueue(queue, RETRIES);
  await grantJobs(owner);

  const enqueue: Jobs['enqueue'] = async (db, job, ids) => {
    if (!runs[job]) throw new Error(`There is no job ${job}`);
    await boss.send(queueOf(job), { job, ids } satisfies Entry, { db: fromDrizzle(db, sql) });
  };

  async function run({ job, ids }: Entry): Promise<void> {
    const known = runs[job];
    if (!known) throw new Error(`This version knows no job ${job}`);
    await known(ids, { owner, clock, enqueue });
  }

  async function attempt(entry: Entry): Promise<void> {
    try {
      await run(entry);
    } catch (error) {
      onFault(entry.job, error);
      if (!(error instanceof GiveUp)) throw error;
    }
  }

  if (isWorking) {
    for (const queue of queues)
      await boss.work<Entry>(
        queue,
        { pollingIntervalSeconds: POLL_SECONDS, localConcurrency: AT_ONCE },
        async (jobs) => {
          for (const { data } of jobs) await attempt(data);
        },
      );
  }

  /** In the order in which they were added, so that a test sees one order. */
  async function fetchRound(queue: string, ignoreStartAfter: boolean) {
    const jobs = await boss.fetch<Entry>(queue, { batchSize: ROUND, ignoreStartAfter, includeMetadata: true });
    return jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime());
  }

  return {
    enqueue,
    async drain({ evenLater = false } = {}) {
      let count = 0;
      for (const queue of queues) {
        // Only the first round takes what waits for its next try: a job that fails again would come round for ever.
        let jobs = await fetchRound(queue, evenLater);
        while (jobs.length > 0) {
          for (const job of jobs) {
            count += 1;
            await attempt(job.data).then(
              () => boss.complete(queue, job.id),
              (error) => boss.fail(queue, job.id, { message: String(error) }),
            );
          }
          jobs = await fetchRound(queue, false);
        }
      }
      return count;
    },
    stop: () => boss.stop({ graceful: true, close: false, timeout: 5000 }),
  };
}

const queueOf = (job: string) => job.split('.')[0]!;
