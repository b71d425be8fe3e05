import type pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { withTransaction } from '../../db/with-transaction.ts';
import { writeRead } from './import-orders.ts';
import { readTillFile } from './read-till.ts';
import { inSpace } from '../../jobs/in-space.ts';
import { notify } from '../../notifications/notify.ts';
import type { Enqueue } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { findImport, updateImport, type StoredImport } from './store.ts';

interface RunOptions {
  pool: pg.Pool;
  restaurantId: string;
  importId: string;
  now: () => Date;
  /** After each commit, to poke connected devices. */
  onWritten: (version: number) => void;
  enqueue: (db: Tx, job: string, ids: Parameters<Enqueue>[1]) => ReturnType<Enqueue>;
}

/**
 * Imports a checked file in parts, each under the space's lock, so that orders are taken in between. What a part added is stored with it, so
 * a run that ended early loses no count when it is repeated.
 */
export async function runImport({ pool, restaurantId, importId, now, onWritten, enqueue }: RunOptions): Promise<void> {
  const begun = await withTransaction(pool, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const row = await findImport(db, restaurantId, importId);
    const isOpen = row?.status === 'queued' || row?.status === 'running';
    return row?.content && isOpen ? { row, restaurant: await loadRestaurant(db, restaurantId) } : null;
  });
  if (!begun) return;
  const { row, restaurant } = begun;
  const read = await readTillFile(row.content!, restaurant, now());
  // It was readable when it was checked.
  if ('fault' in read) throw new Error(read.fault);
  let report = row.report;
  const done = await writeRead({
    pool,
    restaurant,
    read,
    now: now(),
    onWritten: (_, version) => onWritten(version),
    onPart: async ({ db }, written, ordersDone) => {
      report = {
        ...report,
        orders_done: ordersDone,
        orders_added: report.orders_added + (written.ordersAdded ?? 0),
        orders_completed: report.orders_completed + (written.ordersCompleted ?? 0),
        lines_added: report.lines_added + (written.linesAdded ?? 0),
        dishes_added: report.dishes_added + (written.dishesAdded ?? 0),
        categories_added: report.categories_added + (written.categoriesAdded ?? 0),
      };
      await updateImport(db, restaurantId, importId, { status: 'running', report });
    },
  });
  const orders_joined = done.ordersJoinedBefore;
  report = {
    ...report,
    remarks: done.remarks,
    orders_joined,
    orders_skipped: Math.max(0, done.orders - report.orders_added - report.orders_completed - orders_joined),
  };
  const { version } = await inSpace(pool, restaurantId, async (space) => {
    await updateImport(space.db, restaurantId, importId, { status: 'done', report, content: null });
    await notify(
      { ...space, restaurantId, now: now(), enqueue: (job, ids) => enqueue(space.db, job, ids) },
      {
        type: 'import_done',
        title: 'Your past orders have been imported',
        body: bodyOf(report),
        severity: report.failed > 0 ? 'warning' : 'success',
        url: `/restaurant/settings?tab=security&orders_import=${importId}`,
        group_key: `order_import:${importId}`,
      },
    );
  });
  if (version !== null) onWritten(version);
}

function bodyOf(report: StoredImport['report']): string {
  const parts = [
    `${report.orders_added} orders added`,
    report.orders_completed > 0 && `${report.orders_completed} completed`,
    report.orders_skipped + report.orders_joined > 0 && `${report.orders_skipped + report.orders_joined} skipped`,
    report.failed > 0 && `${report.failed} rows could not be read`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
