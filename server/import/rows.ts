import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { blankOrder } from '../../contract/orders/new-order.ts';
import type { Order, OrderLine } from '../../contract/orders/calls.ts';
import { newBook, newCategory, newItem } from '../../contract/menu/new-rows.ts';
import type { Actor } from '../../contract/fields.ts';
import { dishKey, type Dish, type PastOrder } from './collect.ts';
import { nameId } from '../platform/name-id.ts';

export const SOURCE = 'import';
const BOOK = 'Imported menu';
export const importer: Actor = { kind: 'system', id: null, name: 'Import' };

/** Shared by all rows of one import. */
export interface Import {
  restaurantId: string;
  currency: string;
  /** Of a new menu. */
  taxMode: MenuBook['tax_mode'];
  /** ISO. */
  now: string;
}

export const bookId = ({ restaurantId }: Import) => nameId(restaurantId, SOURCE, 'book');
export const categoryId = ({ restaurantId }: Import, name: string) => nameId(restaurantId, SOURCE, 'category', name);
export const itemId = ({ restaurantId }: Import, name: string) => nameId(restaurantId, SOURCE, 'item', dishKey(name));
export const orderId = ({ restaurantId }: Import, order: PastOrder) =>
  nameId(restaurantId, SOURCE, 'order', order.number, order.date);

const birth = ({ now }: Import, id: string, version: number) => ({ id, at: now, actor: importer, version });

export function toBookRow(all: Import, version: number, isDefault: boolean): MenuBook {
  const body = {
    name: BOOK,
    description: 'Found in the imported orders',
    status: 'published',
    is_default: isDefault,
  } as const;
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
): MenuItem {
  const body = { name: dish.name, price_amount: dish.price_amount, sort_order: place.sort_order };
  const item = birth(all, itemId(all, dish.name), version);
  return newItem(body, item, { bookId: bookId(all), categoryId: place.categoryId, currency: all.currency });
}

/** Completed, and paid in cash when placed (specification: decisions): it counts in insights, not in the wallet. */
export function toOrderRow(all: Import, version: number, past: PastOrder): Order {
  const id = orderId(all, past);
  const at = new Date(past.at).toISOString();
  const row = blankOrder({
    id,
    version,
    created_at: all.now,
    updated_by: importer,
    order_no: past.number,
    order_status: 'completed',
    order_type: 'pickup',
    channel: 'api',
    external_id: `${past.number} ${past.date}`,
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
        actor: importer,
        device_name: null,
        note: null,
        was_offline: false,
      },
    ],
  });
  return { ...row, ...withLines(row, toLines(all, past)) };
}

/**
 * The lines of the file that the order lacks, with its new sums; null if it has all. A line is identified by its dish and its position
 * among the order's lines of that dish, so that repeated lines are kept and a second import adds none.
 */
export function missingLines(all: Import, order: Order, past: PastOrder): Pick<Order, 'lines'> | null {
  const held = new Set(order.lines.map((line) => line.id));
  const missing = toLines(all, past).filter((line) => !held.has(line.id));
  return missing.length > 0 ? withLines(order, missing) : null;
}

function toLines(all: Import, past: PastOrder): OrderLine[] {
  const order = orderId(all, past);
  const times = new Map<string, number>();
  return past.lines.map(({ name, quantity, unit_amount }) => {
    const nth = times.get(dishKey(name)) ?? 0;
    times.set(dishKey(name), nth + 1);
    const id = nameId(order, 'line', dishKey(name), String(nth));
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
