import type { Args } from '../call.ts';
import type { InventoryItem, move, RecentMovement, StockStatus } from './calls.ts';

export type MovementBody = Args<typeof move>['body'];

/** Movements that a row carries. */
export const RECENT_MOVEMENTS = 15;

/** "-0.25" → -250. Stock is computed in whole thousandths: sums of fractions would drift. */
export function toThousandths(text: string): number {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  const size = Number(whole) * 1000 + Number(part.padEnd(3, '0'));
  return sign === '-' && size !== 0 ? -size : size;
}

/** -250 → "-0.25". */
export function fromThousandths(thousandths: number): string {
  const size = Math.abs(thousandths);
  const part = String(size % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${thousandths < 0 ? '-' : ''}${Math.trunc(size / 1000)}${part && `.${part}`}`;
}

/** The order in which movements count: when they happened, then by id. */
export function compareMovements(
  a: Pick<RecentMovement, 'occurred_at' | 'id'>,
  b: Pick<RecentMovement, 'occurred_at' | 'id'>,
): number {
  if (a.occurred_at !== b.occurred_at) return a.occurred_at < b.occurred_at ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

type Counted = Pick<RecentMovement, 'quantity_change' | 'counted_quantity'>;

/** The stock after movements in their order, thousandths: changes add up, a recount begins afresh. */
export const foldStock = (opening: number, movements: readonly Counted[]): number =>
  movements.reduce(
    (stock, { quantity_change: change, counted_quantity: counted }) =>
      counted === null ? stock + toThousandths(change ?? '0') : toThousandths(counted),
    opening,
  );

/**
 * The row with one more movement, wherever in time it belongs. A movement older than all that the row carries goes into
 * `opening_quantity`: exact for a change, unless a later recount is not here any more. The server, which has them all, corrects it.
 */
export function withMovement(item: InventoryItem, movement: RecentMovement): InventoryItem {
  if (item.recent_movements.some(({ id }) => id === movement.id)) return item;
  const all = [...item.recent_movements, movement].toSorted(compareMovements);
  const recent_movements = all.slice(-RECENT_MOVEMENTS);
  const before = all.slice(0, all.length - recent_movements.length);
  const opening = foldStock(toThousandths(item.opening_quantity), before);
  const { occurred_at: at } = movement;
  return withStock(
    {
      ...item,
      recent_movements,
      last_movement_at: later(item.last_movement_at, at),
      last_counted_at: movement.counted_quantity === null ? item.last_counted_at : later(item.last_counted_at, at),
    },
    opening,
  );
}

/** The row with its quantity and status. `opening`: thousandths. */
export function withStock(item: InventoryItem, opening: number): InventoryItem {
  const quantity = fromThousandths(foldStock(opening, item.recent_movements));
  const next = { ...item, opening_quantity: fromThousandths(opening), quantity };
  return { ...next, stock_status: stockStatusOf(next) };
}

export function stockStatusOf({
  quantity,
  is_tracked: isTracked,
  low_stock_threshold: low,
}: Pick<InventoryItem, 'quantity' | 'is_tracked' | 'low_stock_threshold'>): StockStatus {
  if (!isTracked) return 'untracked';
  const stock = toThousandths(quantity);
  if (stock <= 0) return 'out';
  return low !== null && stock <= toThousandths(low) ? 'low' : 'in_stock';
}

/** The stock after each movement that the row carries, oldest first, and what a recount found: how far the stock was off. */
export function recentHistory(item: InventoryItem): { movement: RecentMovement; change: string; after: string }[] {
  let stock = toThousandths(item.opening_quantity);
  return item.recent_movements.map((movement) => {
    const after = foldStock(stock, [movement]);
    const change = fromThousandths(after - stock);
    stock = after;
    return { movement, change, after: fromThousandths(after) };
  });
}

/** True if it keeps what it counts from being sold. Something that was never counted does not. */
export const isOutOfStock = (item: Pick<InventoryItem, 'is_tracked' | 'quantity' | 'last_movement_at'>): boolean =>
  item.is_tracked && item.last_movement_at !== null && toThousandths(item.quantity) <= 0;

const adds = new Set(['restock', 'returned']);
const takes = new Set(['sold', 'waste']);

/** The faults of a movement by field; null if it is right. */
export function faultsOfMovement(body: MovementBody): Record<string, string> | null {
  if (body.movement_type === 'recount') {
    if (body.counted_quantity === undefined) return { counted_quantity: 'Say how much was counted' };
    return body.quantity_change === undefined ? null : { quantity_change: 'A recount says what is there' };
  }
  if (body.counted_quantity !== undefined) return { counted_quantity: 'Only a recount has it' };
  const change = toThousandths(body.quantity_change ?? '0');
  if (change === 0) return { quantity_change: 'Say by how much' };
  if (adds.has(body.movement_type) && change < 0) return { quantity_change: 'Must be above zero' };
  return takes.has(body.movement_type) && change > 0 ? { quantity_change: 'Must be below zero' } : null;
}

/** The movement that a person makes. `id`: of the operation. Quantities without superfluous zeros. */
export function newMovement(
  body: MovementBody,
  { id, at, actor }: { id: string; at: string; actor: RecentMovement['actor'] },
): RecentMovement {
  const { movement_type, quantity_change: change, counted_quantity: counted } = body;
  return {
    id: id.toLowerCase(),
    movement_type,
    quantity_change: change === undefined ? null : trimZeros(change),
    counted_quantity: counted === undefined ? null : trimZeros(counted),
    reason: body.reason?.trim() || null,
    order_id: null,
    occurred_at: at,
    actor,
    device_name: body.device_name ?? null,
  };
}

export const trimZeros = (quantity: string): string => fromThousandths(toThousandths(quantity));

const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);
