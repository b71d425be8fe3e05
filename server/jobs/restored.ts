import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import { RETRIES } from './jobs.ts';

export interface RestoredJob {
  queue: string;
  data: unknown;
  priority: number;
  /** ISO 8601. */
  start_after: string;
}

/**
 * Creates missing queues and returns a function that adds the jobs in the client's transaction. They may have run after the backup; every
 * job may run twice (decision 006).
 */
export async function addJobs(client: pg.ClientBase, jobs: RestoredJob[]): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schedule: false,
    supervise: false,
  });
  let fault: unknown = null;
  boss.on('error', (error) => (fault = error));
  await boss.start();
  const queues = [...new Set(jobs.map(({ queue }) => queue))];
  for (const queue of queues) await boss.createQueue(queue, RETRIES);
  if (fault !== null) throw fault as Error;
  // Otherwise pg-boss' own maintenance would continue during and after the transaction.
  await boss.stop({ graceful: false, close: false });
  // pg-boss drops what has not run for two weeks after this time: of an older backup, all.
  const now = new Date().toISOString();
  const notBefore = (time: string) => (time < now ? now : time);
  return async () => {
    for (const queue of queues)
      await boss.insert(
        queue,
        jobs
          .filter((job) => job.queue === queue)
          .map(({ data, priority, start_after }) => ({
            data: data as object,
            priority,
            startAfter: notBefore(start_after),
          })),
      );
  };
}
