import type { Pools } from '../../db/open.ts';
import type { Retention } from '../../jobs/delete-old.ts';
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

/** Files that nobody imported, and rejects: both may hold personal data. */
export const importRetention: Retention[] = [
  { table: 'order_imports', where: "status = 'checked' AND created_at < $1", days: 7 },
  {
    table: 'order_imports',
    where: 'content IS NOT NULL AND created_at < $1',
    days: 7,
    set: "status = 'failed', content = NULL",
  },
  { table: 'order_imports', where: 'errors_csv IS NOT NULL AND created_at < $1', days: 30, set: 'errors_csv = NULL' },
];
