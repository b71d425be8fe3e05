import type pg from 'pg';
import type { Fault } from '../../../contract/import/read-table.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { planRead, totalAmount } from './import-orders.ts';
import { readTillFile } from './read-till.ts';
import type { StoredImport } from './store.ts';

export interface Checked {
  report: StoredImport['report'];
  errors_csv: string | null;
  head: string[];
  first_rows: string[][];
}

/** Reads a file of past orders and says what importing it would do, or why it cannot be read. Writes nothing. */
export async function checkFile(
  pool: pg.Pool,
  restaurant: Restaurant,
  content: Uint8Array,
  now: Date,
): Promise<Checked | Fault> {
  const read = await readTillFile(content, restaurant, now);
  if ('fault' in read) return read;
  const plan = await planRead(pool, restaurant, read, now);
  const at = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  const { orders, lines, dishes, head, first_rows, errors_csv, failed, errors } = read;
  return {
    head,
    first_rows,
    errors_csv,
    report: {
      columns: read.columns,
      other_columns: read.other_columns,
      currency: restaurant.currency,
      orders: orders.length,
      lines,
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
      failed,
      errors,
      remarks: read.remarks,
    },
  };
}
