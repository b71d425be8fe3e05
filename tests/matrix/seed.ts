import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Order, OrderEvent } from '../../contract/orders/calls.ts';
import { newBook, newCategory, newItem } from '../../contract/menu/new-rows.ts';
import * as schema from '../../server/db/schema.ts';
import { id, order } from '../support/rows.ts';
import { takesOrders } from '../../contract/restaurant/ordering.ts';

/** When the people at the tablet begin; what is in the books by then is older. */
export const EVENING = '2026-11-20T19:00:00.000Z';
const ago = (minutes: number) => new Date(Date.parse(EVENING) - minutes * 60_000).toISOString();

/** What a restaurant has in its books, by what a sample needs of it. */
export const seed = {
  book: id(1001),
  spareBook: id(1002),
  draftBook: id(1003),
  mains: id(1011),
  sides: id(1012),
  spareCategory: id(1013),
  korma: id(1021),
  naan: id(1022),
  dal: id(1023),
  rice: id(1024),
  spareDish: id(1025),
  /** New, from the website; a customer's, with a chat and news of it. */
  pending: id(1031),
  /** Its lines: two of korma, one naan. */
  pendingLines: [id(1131), id(1132)] as const,
  accepted: id(1032),
  acceptedLines: [id(1133), id(1134)] as const,
  preparing: id(1033),
  ready: id(1034),
  /** A delivery that is ready. */
  delivery: id(1035),
  /** Handed over five minutes ago, and paid. */
  completed: id(1036),
  cancelled: id(1037),
  /** Deleted an hour ago. */
  deleted: id(1038),
  customer: id(1041),
  chat: id(1051),
  /** The customer's two messages; the second is unread. */
  messages: [id(1061), id(1062)] as const,
  orderNews: id(1071),
  chatNews: id(1072),
  /** Of another tablet. */
  device: id(1081),
};

/** When the customer wrote last, and when before that: as far as it had been read. */
export const WROTE_AT = ago(10);
export const WROTE_BEFORE = ago(29);

const born = (n: string, minutes: number) => ({ id: n, at: ago(minutes), actor: null, version: 0 });

const books = [
  newBook({ name: 'Evening', is_default: true, status: 'published' }, born(seed.book, 6000), 'GBP'),
  newBook({ name: 'Spare' }, born(seed.spareBook, 5900), 'GBP'),
  newBook({ name: 'Christmas' }, born(seed.draftBook, 5800), 'GBP'),
];
const categories = [
  newCategory({ name: 'Mains', kitchen_station: 'Tandoor' }, born(seed.mains, 6000), seed.book),
  newCategory({ name: 'Sides', sort_order: 1 }, born(seed.sides, 6000), seed.book),
  newCategory({ name: 'Leftovers' }, born(seed.spareCategory, 5900), seed.spareBook),
];
const place = (bookId: string, categoryId: string) => ({ bookId, categoryId, currency: 'GBP' });
const dishes = [
  newItem(
    { name: 'Korma', price_amount: 1195, allergens: ['milk', 'tree_nuts'], allergens_confirmed_at: ago(6000) },
    born(seed.korma, 6000),
    place(seed.book, seed.mains),
  ),
  newItem({ name: 'Garlic naan', price_amount: 350 }, born(seed.naan, 6000), place(seed.book, seed.sides)),
  newItem({ name: 'Dal', price_amount: 795 }, born(seed.dal, 6000), place(seed.book, seed.mains)),
  newItem({ name: 'Rice', price_amount: 295 }, born(seed.rice, 6000), place(seed.book, seed.sides)),
  newItem({ name: 'Soup', price_amount: 500 }, born(seed.spareDish, 5900), place(seed.spareBook, seed.spareCategory)),
];

const lines = ([first, second]: readonly [string, string]): Order['lines'] => [
  { id: first, menu_item_id: seed.korma, name: 'Korma', quantity: 2, unit_amount: 1195, total_amount: 2390 },
  { id: second, menu_item_id: seed.naan, name: 'Garlic naan', quantity: 1, unit_amount: 350, total_amount: 350 },
];
const sums = { subtotal_amount: 2740, total_amount: 2740, due_amount: 2740 };
const paid = { paid_amount: 2740, due_amount: 0, payment_status: 'paid', payment_method: 'card' } as const;

const placed = (eventId: number, minutes: number): OrderEvent => ({
  id: id(eventId),
  type: 'placed',
  from: null,
  to: 'pending',
  at: ago(minutes),
  arrived_at: ago(minutes),
  actor: { kind: 'customer', id: null, name: 'Priya Nair' },
  device_name: null,
  note: null,
  was_offline: false,
});

function seededOrder(n: number, orderId: string, minutes: number, fields: Partial<Order>): Order {
  const at = ago(minutes);
  return order(n, {
    created_at: at,
    updated_at: at,
    order_no: String(100 + n),
    due_at: ago(minutes - 30),
    placed_at: at,
    lines: lines([id(1200 + n), id(1300 + n)]),
    events: [placed(1400 + n, minutes)],
    ...sums,
    ...fields,
    id: orderId,
  });
}

const priya = { name: 'Priya Nair', phone: '+442079460123', email: null };
const orders = [
  seededOrder(1, seed.pending, 2, {
    customer_id: seed.customer,
    customer: priya,
    answer_by_at: ago(-8),
    lines: lines(seed.pendingLines),
  }),
  seededOrder(2, seed.accepted, 15, {
    order_status: 'accepted',
    accepted_at: ago(14),
    prep_minutes: 30,
    estimated_ready_at: ago(-16),
    due_at: ago(-16),
    lines: lines(seed.acceptedLines),
  }),
  seededOrder(3, seed.preparing, 25, { order_status: 'preparing', accepted_at: ago(24), preparing_at: ago(20) }),
  seededOrder(4, seed.ready, 40, {
    order_status: 'ready',
    accepted_at: ago(39),
    preparing_at: ago(30),
    ready_at: ago(5),
    customer_id: seed.customer,
    customer: priya,
  }),
  seededOrder(5, seed.delivery, 45, {
    order_status: 'ready',
    order_type: 'delivery',
    accepted_at: ago(44),
    preparing_at: ago(40),
    ready_at: ago(4),
    delivery_address: {
      line_1: '4 Mill Lane',
      line_2: null,
      city: 'London',
      postal_code: 'E1 4AA',
      country_code: 'GB',
      instructions: null,
    },
  }),
  seededOrder(6, seed.completed, 60, {
    order_status: 'completed',
    accepted_at: ago(59),
    preparing_at: ago(50),
    ready_at: ago(20),
    completed_at: ago(5),
    customer_id: seed.customer,
    customer: priya,
    ...paid,
  }),
  seededOrder(7, seed.cancelled, 90, {
    order_status: 'cancelled',
    cancelled_at: ago(85),
    cancellation_reason: 'customer_request',
    customer_id: seed.customer,
    customer: priya,
  }),
  seededOrder(8, seed.deleted, 120, {
    order_status: 'cancelled',
    cancelled_at: ago(110),
    deleted_at: ago(60),
    customer_id: seed.customer,
    customer: priya,
  }),
];

const stamp = { created_at: ago(30), updated_at: ago(10), updated_by: null };

const customers = [
  {
    ...stamp,
    id: seed.customer,
    name: 'Priya Nair',
    phone: '+442079460123',
    customer_status: 'active' as const,
    source: 'order' as const,
    tags: ['regular'],
    allergens: [],
    currency: 'GBP',
    chat_id: seed.chat,
    orders_count: 3,
    total_spent_amount: 2740,
    first_order_at: ago(60),
    last_order_at: ago(2),
  },
];
const chats = [
  {
    ...stamp,
    id: seed.chat,
    customer_id: seed.customer,
    customer_name: 'Priya Nair',
    channel_type: 'website' as const,
    unread_count: 1,
    read_upto: WROTE_BEFORE,
    last_message_preview: 'Is there peanut in it?',
    last_message_author: 'customer' as const,
    last_message_at: WROTE_AT,
    last_inbound_at: WROTE_AT,
    open_order_ids: [seed.ready, seed.pending],
  },
];
const messages = seed.messages.map((messageId, i) => ({
  ...stamp,
  id: messageId,
  created_at: i === 0 ? WROTE_BEFORE : WROTE_AT,
  chat_id: seed.chat,
  author: 'customer' as const,
  author_name: 'Priya Nair',
  type: 'text' as const,
  message: i === 0 ? 'Hello' : 'Is there peanut in it?',
  delivery_status: 'delivered' as const,
}));
const news = [
  { id: seed.orderNews, type: 'order_new' as const, resource_id: seed.pending, group_key: `order:${seed.pending}` },
  { id: seed.chatNews, type: 'chat_message' as const, resource_id: seed.chat, group_key: `chat:${seed.chat}` },
].map((one) => ({
  ...stamp,
  ...one,
  entity: 'restaurant' as const,
  title: 'Priya Nair',
  body: 'Something new',
  severity: 'info' as const,
}));

const { menu_books, menu_categories, menu_items, chat_messages, notifications, restaurants, spaces } = schema;
const tables = [
  [menu_books, books],
  [menu_categories, categories],
  [menu_items, dishes.map(({ is_available: _, ...dish }) => dish)],
  [schema.customers, customers],
  [schema.orders, orders],
  [schema.chats, chats],
  [chat_messages, messages],
  [notifications, news],
] as const;

/** Writes the books of one restaurant anew, in one version under the space's lock: nothing of what was done before is left. */
export async function fillBooks(owner: pg.Pool, restaurant_id: string): Promise<void> {
  await drizzle(owner).transaction(async (tx) => {
    const [space] = await tx
      .update(spaces)
      .set({ version: sql`${spaces.version} + 1` })
      .where(eq(spaces.restaurant_id, restaurant_id))
      .returning();
    const own = { restaurant_id, version: space!.version };
    for (const [table, rows] of tables) {
      await tx.delete(table).where(eq(table.restaurant_id, restaurant_id));
      await tx.insert(table).values(rows.map((row) => ({ ...row, ...own })) as never); // each table with its own rows, as listed above
    }
    await tx
      .update(restaurants)
      .set({ ...asItBegan, version: own.version })
      .where(eq(restaurants.restaurant_id, restaurant_id));
  });
}

const asItBegan = {
  ...takesOrders,
  updated_at: ago(6000),
  updated_by: null,
} as const;
