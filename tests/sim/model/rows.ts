import { newBook, newCategory, newItem } from '../../../contract/menu/new-rows.ts';
import { blankChat } from '../../../contract/chats/new-chat.ts';
import { blankOrder } from '../../../contract/orders/new-order.ts';
import type { Row, Table } from '../../../contract/entity.ts';
import { takesOrders } from '../../../contract/restaurant/ordering.ts';

const AT = '2026-11-20T18:00:00.000Z';

/** A UUID of version 7 that tells which space and which row. */
export const idOf = (space: number, n: number): string =>
  `0192f0a0-0000-7000-8000-${String(space * 1_000_000 + n).padStart(12, '0')}`;

/** The rows with which a restaurant begins. */
export function firstRows(space: number): { table: Table; row: Row }[] {
  const birth = (n: number) => ({ id: idOf(space, n), at: AT, actor: null, version: 0 });
  const common = { version: 0, created_at: AT, updated_at: AT, deleted_at: null, updated_by: null };
  const book = newBook({ name: 'Dinner' }, birth(1), 'GBP');
  const categories = [2, 3].map((n) => newCategory({ name: `Category ${n}` }, birth(n), book.id));
  const items = [100, 101, 102, 103].map((n) =>
    newItem({ name: `Dish ${n}`, price_amount: 895 }, birth(n), {
      bookId: book.id,
      categoryId: categories[n % 2]!.id,
      currency: 'GBP',
    }),
  );
  const orders = [500, 501, 502, 503].map((n) => ({
    ...blankOrder({
      id: idOf(space, n),
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
    }),
    lines: [10, 20].map((line) => ({
      id: idOf(space, n * 100 + line),
      menu_item_id: null,
      name: `Dish ${line}`,
      quantity: 2,
      unit_amount: 500,
      total_amount: 1000,
      kitchen_station: null,
    })),
    subtotal_amount: 2000,
    total_amount: 2000,
    due_amount: 2000,
  }));
  const customers = [700, 701].map((n) => ({
    ...common,
    id: idOf(space, n),
    name: `Guest ${n}`,
    email: null,
    phone: `+44770090${n}`,
    phone_raw: null,
    customer_status: 'active',
    source: 'order',
    tags: [],
    note: '',
    allergens: [],
    orders_count: 1,
    total_spent_amount: 895,
    currency: 'GBP',
    first_order_at: AT,
    last_order_at: AT,
    chat_id: null,
  }));
  const chat = blankChat({
    ...common,
    id: idOf(space, 800),
    customer_id: customers[0]!.id,
    customer_name: 'Guest',
    unread_count: 1,
    last_message_preview: 'Hello',
    last_message_author: 'customer',
    last_message_at: AT,
    last_inbound_at: AT,
  });
  const restaurant = {
    ...common,
    id: idOf(space, 0),
    name: 'The Anchor',
    ...takesOrders,
  };
  const rows: [Table, unknown[]][] = [
    ['restaurants', [restaurant]],
    ['menu_books', [book]],
    ['menu_categories', categories],
    ['menu_items', items],
    ['orders', orders],
    ['customers', customers],
    ['chats', [chat]],
  ];
  // The restaurant of a simulation has of its many settings those that a change of the walk reads.
  return rows.flatMap(([table, list]) => list.map((row) => ({ table, row: row as Row })));
}
