import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../../contract/orders/import-calls.ts';
import type { OrderImport } from '../../../contract/orders/import-calls.ts';
import { order_imports } from '../../db/schema/orders.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { receiveFile, unreadable } from '../../import/receive-file.ts';
import { findImport, readImport, toRejects, toReport, updateImport } from '../../import/stored.ts';
import {
  answer,
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type Handler,
} from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { planRead, totalAmount } from './import-orders.ts';
import { orderImporter, type StoredImport } from './importer.ts';
import { readTillFile } from './read-till.ts';

/** Reads a file, and says what importing it would do. */
const checkOrders = (services: Pick<Services, 'pools'>) =>
  defineHandlerWithoutTransaction(contract.checkOrders, async (c) => {
    const pool = services.pools.app;
    const { restaurantId } = c.session;
    const shown: { head: string[]; first_rows: string[][] } = { head: [], first_rows: [] };
    const stored = await receiveFile(orderImporter, services, c, async (file) => {
      const restaurant = await withTransaction(pool, restaurantId, 'read', (client) =>
        loadRestaurant(drizzle(client), restaurantId),
      );
      const read = await readTillFile(file.content, restaurant, c.now);
      if ('fault' in read) return unreadable(read.fault);
      const { orders, dishes, dateOrder: _, head, first_rows, errors_csv, ...rest } = read;
      Object.assign(shown, { head, first_rows });
      const plan = await planRead(pool, restaurant, read, c.now);
      const at = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
      const report = {
        ...rest,
        currency: restaurant.currency,
        orders: orders.length,
        dishes: dishes.length,
        total_amount: totalAmount(orders),
        first_order_at: at(orders[0]?.at),
        last_order_at: at(orders.at(-1)?.at),
        orders_done: 0,
        orders_added: plan.ordersAdded,
        orders_completed: plan.ordersCompleted,
        orders_joined: plan.ordersJoinedBefore,
        orders_skipped: orders.length - plan.ordersAdded - plan.ordersCompleted - plan.ordersJoinedBefore,
        lines_added: plan.linesAdded,
        dishes_added: 0,
        categories_added: 0,
      };
      return { ...file, status: 'checked', file_name: c.body.file_name ?? 'orders.csv', report, errors_csv };
    });
    return stored instanceof Refusal ? stored : { ...toImport(stored), ...shown };
  });

const startOrderImport = defineHandler(contract.startOrderImport, async (c) => {
  const row = await findImport(order_imports, c.db, c.restaurantId, c.path.id);
  if (!row) return refuse('not_found');
  if (row.status !== 'checked') return answer(toImport(row), { notice: { code: 'already_done' } });
  // What the check counted was a forecast.
  const forecast = { orders_added: 0, orders_completed: 0, orders_skipped: 0, orders_joined: 0, lines_added: 0 };
  const fields = { status: 'queued' as const, report: { ...row.report, ...forecast } };
  await updateImport(order_imports, c.db, row, fields);
  await c.enqueue('orders.import', { restaurant_id: c.restaurantId, import_id: row.id });
  return toImport({ ...row, ...fields });
});

const toImport = (row: StoredImport): OrderImport => ({ ...row.report, ...toReport(row, '/orders/imports') });

export const orderImportRoutes = (services: Pick<Services, 'pools'>): Handler[] => [
  checkOrders(services),
  startOrderImport,
  defineHandler(contract.getOrderImport, readImport(order_imports, toImport)),
  defineHandler(contract.getOrderImportRejects, readImport(order_imports, toRejects)),
];
