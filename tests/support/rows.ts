import { newBook, newCategory, newItem } from '../../contract/menu/new-rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { blankOrder } from '../../contract/orders/new-order.ts';
import { priceDish, type PricedDish } from '../../contract/orders/price-dish.ts';
import type { Order } from '../../contract/orders/calls.ts';

/** A version 7 UUID that is easy to recognise. */
export const id = (n: number): string => `0192f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;

const AT = '2026-11-20T18:00:00.000Z';
const birth = (n: number) => ({ id: id(n), at: AT, actor: null, version: 0 });

export const book: MenuBook = newBook({ name: 'Dinner' }, birth(1), 'GBP');
export const category: MenuCategory = newCategory({ name: 'Mains' }, birth(2), book.id);

/** A dish of the menu; `n` from 100. */
export const dish = (n: number, fields: Partial<MenuItem> = {}): MenuItem => ({
  ...newItem({ name: `Dish ${n}`, price_amount: 895 }, birth(n), {
    bookId: book.id,
    categoryId: category.id,
    currency: 'GBP',
  }),
  ...fields,
});

export const pathOf = (item: Pick<MenuItem, 'id'>) => ({ id: book.id, categoryId: category.id, itemId: item.id });

/** A dish as it stands on a line when nothing is chosen of it. */
export function priced(item: MenuItem, kitchenStation: string | null = null): PricedDish {
  const place = { category: { kitchen_station: kitchenStation }, book, groups: new Map() };
  const outcome = priceDish({ item, ...place }, {}, AT);
  if (outcome.kind !== 'priced') throw new Error(`It is ${outcome.kind}`);
  return outcome.dish;
}

/** An order for pickup; `n` from 500. */
export const order = (n: number, fields: Partial<Order> = {}): Order =>
  blankOrder({
    id: id(n),
    version: 0,
    created_at: AT,
    updated_at: AT,
    updated_by: null,
    order_no: String(n),
    order_status: 'pending',
    order_type: 'pickup',
    channel: 'website',
    customer: { name: 'Joanna Price', phone: null, email: null },
    due_at: AT,
    currency: 'GBP',
    placed_at: AT,
    ...fields,
  });
