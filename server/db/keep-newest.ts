import { sql } from 'drizzle-orm';
import { MENU_UPLOADS } from '../../contract/menu/upload-calls.ts';
import type { Tx } from './tx.ts';

interface Waiting {
  table: 'order_imports' | 'customer_imports' | 'menu_sent_files';
  /** Of the file's bytes. */
  column: 'content' | 'bytes';
  /** Only rows in this state; default: all. */
  status?: string;
  /** How many are kept, and how many bytes of them together. */
  count: number;
  bytes: number;
}

/** What a restaurant may have waiting at a time: files that it sent, and that no import or upload has named yet. */
export const waitingFiles = {
  orders: { table: 'order_imports', column: 'content', status: 'checked', count: 3, bytes: 30 * 1024 * 1024 },
  customers: { table: 'customer_imports', column: 'content', status: 'uploaded', count: 20, bytes: 50 * 1024 * 1024 },
  menus: { table: 'menu_sent_files', column: 'bytes', count: MENU_UPLOADS.sentFiles, bytes: 200 * 1024 * 1024 },
} as const satisfies Record<string, Waiting>;

/** The oldest go when there are too many: a refusal would stop the queue of the device that sends the file with this id, which stays. */
export async function keepNewest(
  db: Tx,
  restaurantId: string,
  id: string,
  { table, column, status, count, bytes }: Waiting,
): Promise<void> {
  const name = sql.identifier(table);
  const which = sql`restaurant_id = ${restaurantId}::uuid${status === undefined ? sql`` : sql` AND status = ${status}`}`;
  await db.execute(sql`DELETE FROM ${name} WHERE ${which} AND id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER newest AS place, sum(octet_length(${sql.identifier(column)})) OVER newest AS size
        FROM ${name} WHERE ${which}
      WINDOW newest AS (ORDER BY (id = ${id}::uuid) DESC, created_at DESC, id DESC)) AS ranked
     WHERE place > ${count} OR (size > ${bytes} AND id <> ${id}::uuid))`);
}
