import type pg from 'pg';
import type { Pools } from '../../db/open.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import type { Bus } from '../../platform/bus.ts';
import { runImport } from './run-import.ts';

/** Imports large files of customers. Repeated after a fault, it goes on where it stopped. */
export const customerJobs = ({ pools, bus }: { pools: Pick<Pools, 'app'>; bus: Bus }): Record<string, JobRun> => ({
  'customers.import': ({ restaurant_id, import_id }, { clock, enqueue }) =>
    runImport({
      pool: pools.app,
      restaurantId: restaurant_id!,
      importId: import_id!,
      now: () => clock.now(),
      onWritten: (version) => bus.publish(restaurant_id!, version),
      enqueue,
    }),
});

const DAY = 86_400_000;
const FILE_DAYS = 7;
const REJECTS_DAYS = 30;

/** Deletes files that nobody imported, and old rejects: both hold personal data. Any process may do it at any time. */
export async function sweepImports(owner: pg.Pool, now: Date): Promise<void> {
  const before = (days: number) => [new Date(now.getTime() - days * DAY).toISOString()];
  await owner.query("DELETE FROM customer_imports WHERE status = 'uploaded' AND created_at < $1", before(FILE_DAYS));
  await owner.query(
    "UPDATE customer_imports SET status = 'failed', content = NULL WHERE content IS NOT NULL AND created_at < $1",
    before(FILE_DAYS),
  );
  await owner.query(
    'UPDATE customer_imports SET errors_csv = NULL WHERE errors_csv IS NOT NULL AND created_at < $1',
    before(REJECTS_DAYS),
  );
}
