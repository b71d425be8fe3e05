import type pg from 'pg';
import type { Pools } from '../../db/open.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import type { Bus } from '../../platform/bus.ts';
import { runImport } from './run-import.ts';

/** Imports checked files of past orders. Repeated after a fault, it adds what is missing. */
export const orderImportJobs = ({ pools, bus }: { pools: Pick<Pools, 'app'>; bus: Bus }): Record<string, JobRun> => ({
  'orders.import': ({ restaurant_id, import_id }, { clock, enqueue }) =>
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

/** Deletes files that nobody imported, and old rejects: both may hold personal data. Any process may do it at any time. */
export async function sweepOrderImports(owner: pg.Pool, now: Date): Promise<void> {
  const before = (days: number) => [new Date(now.getTime() - days * DAY).toISOString()];
  await owner.query("DELETE FROM order_imports WHERE status = 'checked' AND created_at < $1", before(FILE_DAYS));
  await owner.query(
    "UPDATE order_imports SET status = 'failed', content = NULL WHERE content IS NOT NULL AND created_at < $1",
    before(FILE_DAYS),
  );
  await owner.query(
    'UPDATE order_imports SET errors_csv = NULL WHERE errors_csv IS NOT NULL AND created_at < $1',
    before(REJECTS_DAYS),
  );
}
