import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import { RETRIES } from './jobs.ts';

export interface RestoredJob {
  queue: string;
  data: unknown;
  priority: number;
  /** An instant. */
  start_after: string;
}

/**
 * Makes the queues, where they are missing, and answers what adds the jobs in the client's transaction. They may have been done after
 * the backup; each job is written so that it may run twice (decision 006).
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
  // Else what the queue does by itself would go on, in the transaction and after it.
  await boss.stop({ graceful: false, close: false });
  return async () => {
    for (const queue of queues)
      await boss.insert(
        queue,
        jobs
          .filter((job) => job.queue === queue)
          .map(({ data, priority, start_after: startAfter }) => ({ data: data as object, priority, startAfter })),
      );
  };
}
