import { ORDER_IMPORT } from '../../../contract/orders/import-calls.ts';
import { waitingFiles } from '../../db/keep-newest.ts';
import { order_imports } from '../../db/schema/orders.ts';
import type { Importer } from '../../import/importer.ts';
import type { Stored } from '../../import/stored.ts';
import { writeRead, type Written } from './import-orders.ts';
import { readTillFile, type Till } from './read-till.ts';

export type StoredImport = Stored<typeof order_imports>;

export const orderImporter: Importer<typeof order_imports, Till> = {
  table: order_imports,
  waiting: waitingFiles.orders,
  bytes: ORDER_IMPORT.bytes,
  job: 'orders.import',
  read: (row, restaurant, now) => readTillFile(row.content!, restaurant, now),
  async write(run, read) {
    const all = await writeRead({
      pool: run.pool,
      restaurant: run.restaurant,
      read,
      now: run.now(),
      inPart: async (write, orders_done) => {
        let part: Partial<Written> = {};
        await run.inPart(async (space) => {
          part = await write(space);
          const { report } = run.row;
          return {
            report: {
              ...report,
              orders_done,
              orders_added: report.orders_added + (part.ordersAdded ?? 0),
              orders_completed: report.orders_completed + (part.ordersCompleted ?? 0),
              lines_added: report.lines_added + (part.linesAdded ?? 0),
              dishes_added: report.dishes_added + (part.dishesAdded ?? 0),
              categories_added: report.categories_added + (part.categoriesAdded ?? 0),
            },
          };
        });
        return part;
      },
    });
    const { report } = run.row;
    const orders_joined = all.ordersJoinedBefore;
    const known = report.orders_added + report.orders_completed + orders_joined;
    const orders_skipped = Math.max(0, read.orders.length - known);
    return { report: { ...report, remarks: read.remarks, orders_joined, orders_skipped } };
  },
  done: ({ id, report }) => ({
    what: 'past orders',
    counts: [
      `${report.orders_added} orders added`,
      report.orders_completed > 0 && `${report.orders_completed} completed`,
      report.orders_skipped + report.orders_joined > 0 && `${report.orders_skipped + report.orders_joined} skipped`,
      report.failed > 0 && `${report.failed} rows could not be read`,
    ],
    failed: report.failed,
    url: `/restaurant/settings?tab=security&orders_import=${id}`,
  }),
};
