import { decimal, movementOf, stockOf, type Movement } from '../oracle/stock.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Done, Fields, ModelRequest, Shelf, Write } from './calls.ts';

/** A random movement, as people enter it. */
export function moveBody(random: Seeded): Body {
  const amount = decimal(random.between(1, 40) * random.pick([250, 1000]));
  const kind = random.pick(['restock', 'restock', 'waste', 'adjustment', 'recount'] as const);
  if (kind === 'recount') return { movement_type: kind, counted_quantity: random.pick(['0', amount, amount]) };
  const isLess = kind === 'waste' || (kind === 'adjustment' && random.chance(0.5));
  return { movement_type: kind, quantity_change: isLess ? `-${amount}` : amount };
}
type Body = { movement_type: 'restock' | 'waste' | 'adjustment' | 'recount' } & Record<string, string>;

/** The stock with one more movement, computed from all of them. */
export function move(shelf: Shelf, id: string, movement: Movement): Write[] {
  const row = shelf.get('inventory_items', id);
  const all = shelf.movements(id);
  if (!row || all.some((one) => one.id === movement.id)) return [];
  all.push(movement);
  const next = { ...row, ...stockOf('0', all), last_movement_at: movement.occurred_at };
  return [{ table: 'inventory_items', id, row: next }];
}

export function moveByHand(shelf: Shelf, { key, path, body, now }: ModelRequest): Done {
  const id = path['id']!;
  if (!shelf.get('inventory_items', id)) return { refused: 'not_found', status: 404 };
  const made = body['occurred_at'] as string;
  return { writes: move(shelf, id, movementOf({ key, body, at: made < now ? made : now })) };
}

type Line = { menu_item_id: string | null; quantity: number };

/** Makes each counted dish lose what the written orders have of it, and gives back what they no longer have. */
export function takeStock(shelf: Shelf, writes: Write[], { key, now }: ModelRequest): Write[] {
  const taking = writes.flatMap(({ table, id, row }) => {
    if (table !== 'orders') return [];
    return shelf.rows('inventory_items').flatMap((item) => {
      const change = piecesOf(row, item.id) + piecesUsed(shelf.movements(item.id), id);
      if (change === 0) return [];
      const movement = movementOf({
        key: `${key} ${id}`,
        at: now,
        body: { movement_type: change > 0 ? 'sold' : 'returned', quantity_change: decimal(-1000 * change) },
      });
      return move(shelf, item.id, { ...movement, order_id: id });
    });
  });
  return [...writes, ...taking];
}

/** Cancelled, rejected and deleted orders have none. */
function piecesOf(order: Fields | null, dish: string): number {
  if (!order || ['cancelled', 'rejected'].includes(order['order_status'] as string)) return 0;
  const lines = (order['lines'] ?? []) as Line[];
  return lines.filter((line) => line.menu_item_id === dish).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Of one order so far, in pieces; below zero for what it took. */
const piecesUsed = (movements: readonly Movement[], orderId: string): number =>
  movements
    .filter((one) => one.order_id === orderId)
    .reduce((sum, { quantity_change: change }) => sum + Math.round(Number(change)), 0);

/** An order that staff takes, with no more fields than the simulation reads. */
export function takeOrder(shelf: Shelf, { body, now }: ModelRequest): Done {
  const id = body['id'] as string;
  if (shelf.isUsed(id)) return { refused: 'id_taken', status: 409 };
  const like = shelf.rows('orders').find((order) => order['order_status'] === 'pending');
  if (!like) return { refused: 'not_found', status: 404 };
  const { channel, order_type, lines } = body;
  const row = { ...like, id, channel, order_type, lines, created_at: now, updated_at: now, placed_at: now };
  return { writes: [{ table: 'orders', id, row }] };
}
