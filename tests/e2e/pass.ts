import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { OrderLine } from '../../contract/orders/calls.ts';
import { placeOpenOrders, type OpenOrder } from '../support/open-orders.ts';
import type { Kitchen } from './kitchen.ts';
import type { StoredItem } from './truth.ts';

export const stations = ['Tandoor', 'Curry', 'Fry'] as const;

const MINUTE = 60_000;

/**
 * Fills the kitchen board with a Friday evening's orders: several dishes of three stations, of different ages, every seventh with an
 * allergy.
 */
export async function fillPass(
  owner: pg.Pool,
  kitchen: Kitchen,
  options: { count: number; firstNo: number; now: Date; status?: 'pending' | 'preparing'; dishes?: number },
): Promise<OpenOrder[]> {
  const { count, firstNo, now, status = 'preparing', dishes } = options;
  const placed = await placeOpenOrders(owner, kitchen.restaurantId, { count, firstNo, now });
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ version: string }>(
      'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
      [kitchen.restaurantId],
    );
    for (const [i, { id }] of placed.entries()) {
      const at = new Date(now.getTime() - (count - i) * MINUTE * 0.5);
      await client.query(
        `UPDATE orders SET version = $3, order_status = $4, lines = $5, allergens = $6, placed_at = $7, due_at = $8
          WHERE restaurant_id = $1 AND id = $2`,
        [
          kitchen.restaurantId,
          id,
          rows[0]!.version,
          status,
          JSON.stringify(linesOf(kitchen.items, i, dishes)),
          JSON.stringify(dishes === undefined && i % 7 === 2 ? ['nuts'] : []),
          at,
          new Date(at.getTime() + 25 * MINUTE),
        ],
      );
    }
    await client.query('COMMIT');
    // The notification that the server sends after each write.
    await client.query("SELECT pg_notify('galley_poke', $1)", [`test ${kitchen.restaurantId}:${rows[0]!.version}`]);
  } finally {
    client.release();
  }
  return placed;
}

/** Two to five dishes unless `count` says otherwise; the first always belongs to the tandoor. */
function linesOf(items: StoredItem[], i: number, count = 2 + (i % 4)): OrderLine[] {
  return Array.from({ length: count }, (_, n) => {
    const item = items[(i * 5 + n * 3) % items.length]!;
    const quantity = 1 + ((i + n) % 3);
    return {
      id: randomUUID(),
      menu_item_id: item.id,
      name: item.name,
      kitchen_station: stations[n % stations.length]!,
      quantity,
      unit_amount: 450,
      total_amount: 450 * quantity,
    };
  });
}
