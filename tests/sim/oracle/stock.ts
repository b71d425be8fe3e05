import { same, set, unknown, type Mutation, type Row, type Verdict } from './verdict.ts';

/** A movement of a stock as its row carries it. A recount has `counted_quantity`; all others have `quantity_change`. */
export interface Movement {
  id: string;
  movement_type: string;
  quantity_change: string | null;
  counted_quantity: string | null;
  reason: null;
  order_id: string | null;
  occurred_at: string;
  actor: null;
  device_name: null;
}

/** How many movements a row carries; those before them are in `opening_quantity`. */
export const CARRIED = 15;

export const thousandths = (text: string): number => Math.round(Number(text) * 1000);
export const decimal = (amount: number): string => String(amount / 1000 || 0);

/** They count in the order in which they happened, whenever they arrive. */
export const inOrder = (movements: readonly Movement[]): Movement[] =>
  [...movements].sort((a, b) => (`${a.occurred_at} ${a.id}` < `${b.occurred_at} ${b.id}` ? -1 : 1));

/** The part of the row that its movements decide. */
export function stockOf(opening: string, movements: readonly Movement[], low: unknown = null): Row {
  const all = inOrder(movements);
  const cut = Math.max(0, all.length - CARRIED);
  const quantity = sumOf(thousandths(opening), all);
  return {
    opening_quantity: decimal(sumOf(thousandths(opening), all.slice(0, cut))),
    recent_movements: all.slice(cut),
    quantity: decimal(quantity),
    stock_status: quantity <= 0 ? 'out' : typeof low === 'string' && quantity <= thousandths(low) ? 'low' : 'in_stock',
  };
}

function sumOf(opening: number, movements: readonly Movement[]): number {
  let stock = opening;
  for (const { counted_quantity: counted, quantity_change: change } of movements)
    stock = counted === null ? stock + thousandths(change!) : thousandths(counted);
  return stock;
}

export const movementOf = ({ key, at, body }: Pick<Mutation, 'key' | 'at' | 'body'>): Movement => ({
  id: key,
  movement_type: body['movement_type'] as string,
  quantity_change: (body['quantity_change'] as string | undefined) ?? null,
  counted_quantity: (body['counted_quantity'] as string | undefined) ?? null,
  reason: null,
  order_id: null,
  occurred_at: at,
  actor: null,
  device_name: null,
});

/** Changes add up, and a recount begins afresh at its time. */
export function moveStock(item: Row, mutation: Mutation): Verdict {
  const carried = item['recent_movements'] as Movement[];
  if (carried.some(({ id }) => id === mutation.key)) return same;
  const movement = movementOf(mutation);
  // A device guesses what one does that is older than all it knows, until the server has added it up.
  if (carried.length >= CARRIED && inOrder([...carried, movement])[0] === movement) return unknown;
  const opening = item['opening_quantity'] as string;
  return set({ ...item, ...stockOf(opening, [...carried, movement], item['low_stock_threshold']) });
}
