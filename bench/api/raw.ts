import pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { listOrders } from '../../server/orders/list.ts';
import { withTransaction } from '../../server/db/with-transaction.ts';
import { statementsOf, type Statement } from '../../tests/support/statements.ts';
import type { Menu } from './fill.ts';

/** The statement that a list of 15 reads its rows with, as the store makes it. */
export async function statementOfList(owner: pg.Pool, restaurantId: string): Promise<Statement> {
  const sent = await statementsOf(() =>
    withTransaction(owner, restaurantId, 'read', (client) =>
      listOrders(drizzle(client), restaurantId, {}, { limit: 15, offset: 0 }),
    ),
  );
  const found = sent.find(({ text }) => text.includes('"placed_at"'));
  if (!found) throw new Error('The list reads no orders');
  return found;
}

/** What a toggle has to store: the version of the space, the dish, and the result for a repeated request. */
export async function toggleRaw(client: pg.ClientBase, restaurantId: string, menu: Menu, n: number): Promise<void> {
  const key = crypto.randomUUID();
  await client.query(
    `BEGIN; SELECT epoch, version, min_version FROM spaces WHERE restaurant_id = ${pg.escapeLiteral(restaurantId)} FOR UPDATE`,
  );
  const id = menu.itemIds[n % menu.itemIds.length];
  await client.query('SELECT * FROM menu_items WHERE restaurant_id = $1 AND id = $2', [restaurantId, id]);
  const { rows } = await client.query<{ version: string }>(
    'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
    [restaurantId],
  );
  const version = rows[0]!.version;
  const item = await client.query(
    `UPDATE menu_items SET availability_status = $3, availability_changed_at = now(), availability_op_id = $4, version = $5, updated_at = now()
      WHERE restaurant_id = $1 AND id = $2 RETURNING *`,
    [restaurantId, id, n % 2 ? 'available' : 'sold_out', key, version],
  );
  await client.query(
    `INSERT INTO mutation_results (restaurant_id, key, client_id, request_hash, outcome, status, version, reply, at)
     VALUES ($1, $2, '00000000-0000-0000-0000-000000000000', '', 'applied', 200, $3, $4, now())`,
    [restaurantId, key, version, JSON.stringify(item.rows[0])],
  );
  await client.query('COMMIT');
}
