import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import { blankOrder } from '../../../contract/orders/new-order.ts';
import type { Order, OrderLine } from '../../../contract/orders/calls.ts';
import { newBook, newCategory, newItem } from '../../../contract/menu/new-rows.ts';
import { dishKey, type Dish } from './collect.ts';
import type { PastOrder, Twins } from './group-orders.ts';
import { importActor } from '../../import/importer.ts';
import { nameId } from '../../platform/name-id.ts';

export const SOURCE = 'import';
const BOOK = 'Imported menu';

/** Shared by all rows of one import. */
export interface Import {
  restaurantId: string;
  currency: string;
  /** Of a new menu. */
  taxMode: MenuBook['tax_mode'];
  /** ISO. */
  now: string;
  /** Of dishes that are here under the id of another spelling, by their key. */
  knownItems: ReadonlyMap<string, string>;
  twins: Twins;
}

export const bookId = ({ restaurantId }: Import) => nameId(restaurantId, SOURCE, 'book');
export const categoryId = ({ restaurantId }: Import, name: string) => nameId(restaurantId, SOURCE, 'category', name);
export const itemId = ({ restaurantId, knownItems }: Pick<Import, 'restaurantId' | 'knownItems'>, name: string) =>
  knownItems.get(dishKey(name)) ?? nameId(restaurantId, SOURCE, 'item', dishKey(name));
/** Of a spelling, as imports made it that took "Cafe\u0301" and "Café" for two. */
export const spellingId = (restaurantId: string, spelling: string) =>
  nameId(restaurantId, SOURCE, 'item', spelling.toLowerCase());

/** What an order is called in `external_id`; its id follows from it. With `time` if another order has the same number on this day. */
export const orderName = ({ number, date, location, at }: PastOrder, time: 'without time' | 'with time'): string[] => [
  number,
  date,
  ...(location ? [location] : []),
  ...(time === 'with time' ? [new Date(at).toISOString()] : []),
];
export const orderId = ({ restaurantId }: Pick<Import, 'restaurantId'>, name: readonly string[]) =>
  nameId(restaurantId, SOURCE, 'order', ...name);

const birth = ({ now }: Import, id: string, version: number) => ({ id, at: now, actor: importActor, version });

/** Archived: what was sold years ago, or is on another menu already, is on sale when the owner publishes it. */
export function toBookRow(all: Import, version: number): MenuBook {
  const body = { name: BOOK, description: 'Found in the imported orders', status: 'archived' } as const;
  return { ...newBook(body, birth(all, bookId(all), version), all.currency, all.taxMode), source: 'csv' };
}

export function toCategoryRow(all: Import, version: number, name: string, sort_order: number): MenuCategory {
  return newCategory({ name, sort_order }, birth(all, categoryId(all, name), version), bookId(all));
}

export function toItemRow(
  all: Import,
  version: number,
  dish: Dish,
  place: { categoryId: string; sort_order: number },
  book: Pick<MenuBook, 'status'>,
): MenuItem {
  const body = { name: dish.name, price_amount: dish.price_amount, sort_order: place.sort_order };
  const item = birth(all, itemId(all, dish.name), version);
  const row = newItem(body, item, { bookId: bookId(all), categoryId: place.categoryId, currency: all.currency });
  return book.status === 'archived' ? row : { ...row, availability_status: 'hidden', is_available: false };
}

/** Completed, and paid in cash when placed: it counts in insights, not in the wallet. */
export function toOrderRow(all: Import, version: number, past: PastOrder, name: readonly string[]): Order {
  const id = orderId(all, name);
  const at = new Date(past.at).toISOString();
  const row = blankOrder({
    id,
    version,
    created_at: all.now,
    updated_by: importActor,
    order_no: past.number,
    order_status: 'completed',
    order_type: 'pickup',
    channel: 'api',
    external_id: name.join(' '),
    external_source: SOURCE,
    customer: { name: 'Imported order', phone: null, email: null },
    due_at: at,
    currency: all.currency,
    payment_status: 'paid',
    payment_method: 'cash',
    placed_at: at,
    completed_at: at,
    events: [
      {
        id: nameId(id, 'imported'),
        type: 'imported',
        from: null,
        to: 'completed',
        at,
        arrived_at: all.now,
        actor: importActor,
        device_name: null,
        note: null,
        was_offline: false,
      },
    ],
  });
  return { ...row, ...withLines(row, toLines(all, id, past.lines)) };
}

/**
 * The lines of the file that the stored orders lack, added to the first of them; null if they have all. A line is identified by its dish and
 * its position among the order's lines of that dish, so that repeated lines are kept and a second import adds none.
 */
export function missingLines(all: Import, stored: readonly Order[], past: PastOrder): Pick<Order, 'lines'> | null {
  const [order] = stored;
  if (!order) return null;
  const held = countDishes(stored.flatMap(({ lines }) => lines));
  const ids = new Set(order.lines.map((line) => line.id));
  const numbered = numberLines(past.lines);
  const wanted = toLines(all, order.id, past.lines);
  const missing = wanted.filter(({ id }, i) => !ids.has(id) && numbered[i]!.nth >= (held.get(numbered[i]!.key) ?? 0));
  return missing.length > 0 ? withLines(order, missing) : null;
}

/** Whether the order has all of these lines, as one that an earlier import made of several. */
export function holdsAll(order: Order, lines: readonly { name: string }[]): boolean {
  const held = countDishes(order.lines);
  return [...countDishes(lines)].every(([key, count]) => (held.get(key) ?? 0) >= count);
}

function countDishes(lines: readonly { name: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of lines) counts.set(dishKey(name), (counts.get(dishKey(name)) ?? 0) + 1);
  return counts;
}

/** Each line's position among those of its dish, from 0. */
function numberLines(lines: readonly { name: string }[]): { key: string; nth: number }[] {
  const times = new Map<string, number>();
  return lines.map(({ name }) => {
    const key = dishKey(name);
    const nth = times.get(key) ?? 0;
    times.set(key, nth + 1);
    return { key, nth };
  });
}

function toLines(all: Import, order: string, lines: PastOrder['lines']): OrderLine[] {
  const numbered = numberLines(lines);
  return lines.map(({ name, quantity, unit_amount }, i) => {
    const { key, nth } = numbered[i]!;
    const id = nameId(order, 'line', key, String(nth));
    return { id, menu_item_id: itemId(all, name), name, quantity, unit_amount, total_amount: quantity * unit_amount };
  });
}

function withLines(order: Order, added: OrderLine[]) {
  const sum = added.reduce((total, line) => total + line.total_amount, 0);
  return {
    lines: [...order.lines, ...added],
    subtotal_amount: order.subtotal_amount + sum,
    total_amount: order.total_amount + sum,
    paid_amount: order.paid_amount + sum,
  };
}
