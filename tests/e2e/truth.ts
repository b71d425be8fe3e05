import type pg from 'pg';
import type { OrderEvent, OrderStatus } from '../../contract/orders/calls.ts';

// Reads PostgreSQL past the API: the tests compare the devices with this and never with what the API says about itself.

export interface StoredItem {
  id: string;
  name: string;
  category_id: string;
  menu_book_id: string;
  version: number;
  availability_status: string;
  availability_op_id: string | null;
  /** Epoch ms of the last server transaction that changed the row. */
  updatedAt: number;
}

export interface StoredOrder {
  id: string;
  order_no: string;
  order_status: OrderStatus;
  version: number;
  events: OrderEvent[];
  updatedAt: number;
}

export interface StoredResult {
  client_id: string;
  mid: number;
  key: string;
  outcome: string;
  version: number;
}

export async function storedItems(owner: pg.Pool, restaurantId: string): Promise<StoredItem[]> {
  const { rows } = await owner.query<StoredItem>(
    `SELECT id, name, category_id, menu_book_id, version::int, availability_status, availability_op_id,
            (extract(epoch FROM updated_at) * 1000)::float8 AS "updatedAt"
       FROM menu_items WHERE restaurant_id = $1 AND deleted_at IS NULL ORDER BY name`,
    [restaurantId],
  );
  return rows;
}

export async function storedOrders(owner: pg.Pool, restaurantId: string, orderNos: string[]): Promise<StoredOrder[]> {
  const { rows } = await owner.query<StoredOrder>(
    `SELECT id, order_no, order_status, version::int, events, (extract(epoch FROM updated_at) * 1000)::float8 AS "updatedAt"
       FROM orders WHERE restaurant_id = $1 AND order_no = ANY($2) AND external_id IS NULL ORDER BY order_no`,
    [restaurantId, orderNos],
  );
  return rows;
}

/** Every queued change that the server has processed, in the order of each client's mutation ids. */
export async function storedResults(owner: pg.Pool, restaurantId: string): Promise<StoredResult[]> {
  const { rows } = await owner.query<StoredResult>(
    `SELECT client_id, mid::int, key, outcome, version::int FROM mutation_results
      WHERE restaurant_id = $1 AND mid IS NOT NULL ORDER BY client_id, mid`,
    [restaurantId],
  );
  return rows;
}

export async function lastMids(owner: pg.Pool, restaurantId: string): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ client_id: string; last_mid: number }>(
    'SELECT client_id, last_mid::int FROM sync_clients WHERE restaurant_id = $1',
    [restaurantId],
  );
  return Object.fromEntries(rows.map((row) => [row.client_id, row.last_mid]));
}

/** Ends every session of the owner, as "sign out everywhere" would. */
export async function revokeSessions(owner: pg.Pool, userId: string): Promise<void> {
  await owner.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
}

/** The steps in an order's timeline, each as often as it is there. */
export const stepsOf = (order: StoredOrder) => order.events.filter((e) => e.type !== 'placed').map((e) => e.to);
