import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Order, OrderEvent } from '../../contract/orders/calls.ts';
import type { InventoryItem } from '../../contract/inventory/calls.ts';
import { newLocation } from '../../contract/delivery/new-rows.ts';
import { newInventoryItem } from '../../contract/inventory/new-rows.ts';
import { newMovement, toThousandths, withMovement } from '../../contract/inventory/stock.ts';
import { newGroup } from '../../contract/menu/new-groups.ts';
import { newBook, newCategory, newItem } from '../../contract/menu/new-rows.ts';
import { newPromotion } from '../../contract/promotions/new-rows.ts';
import * as customersTables from '../../server/db/schema/customers.ts';
import * as ordersTables from '../../server/db/schema/orders.ts';
import { newCannedReply } from '../../contract/chats/canned-replies.ts';
import { channels } from '../../server/db/schema/channels.ts';
import * as chatsTables from '../../server/db/schema/chats.ts';
import { files } from '../../server/db/schema/files.ts';
import { inventory_items, inventory_movements } from '../../server/db/schema/inventory.ts';
import * as menuTables from '../../server/db/schema/menu.ts';
import { notification_preferences, notifications } from '../../server/db/schema/notifications.ts';
import { promotion_uses, promotions } from '../../server/db/schema/promotions.ts';
import { delivery_locations, restaurant_settings } from '../../server/db/schema/settings.ts';
import { restaurants } from '../../server/db/schema/restaurants.ts';
import { reservations } from '../../server/db/schema/reservations.ts';
import { spaces } from '../../server/db/schema/sync.ts';
import { newReservation } from '../../contract/reservations/new-reservation.ts';
import { id, order } from '../support/rows.ts';
import { takesOrders } from '../../contract/restaurant/ordering.ts';

/** When the samples begin; everything in the seed is older. */
export const EVENING = '2026-11-20T19:00:00.000Z';
const ago = (minutes: number) => new Date(Date.parse(EVENING) - minutes * 60_000).toISOString();

/** The rows of a restaurant, named by what a sample needs of them. */
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
  /** Images at the server. */
  photos: [id(1061), id(1062)] as const,
  /** In two sizes, with a tax. */
  dosa: id(1026),
  dosaSmall: id(1126),
  dosaLarge: id(1127),
  /** Choices of the dosa: one or more, the first is free; with the second comes a sauce. */
  chutneys: id(1027),
  mint: id(1128),
  mango: id(1129),
  sauces: id(1028),
  hot: id(1130),
  /** New, from the website, of a known customer, with a chat and a notification. */
  pending: id(1031),
  /** Its lines: two korma, one naan. */
  pendingLines: [id(1131), id(1132)] as const,
  accepted: id(1032),
  acceptedLines: [id(1133), id(1134)] as const,
  preparing: id(1033),
  ready: id(1034),
  /** A delivery that is ready. */
  delivery: id(1035),
  /** Handed over five minutes ago and paid. */
  completed: id(1036),
  cancelled: id(1037),
  /** Deleted an hour ago. */
  deleted: id(1038),
  /** Ingredients, of which the first was counted. */
  flour: id(1091),
  ghee: id(1092),
  /** Portions of korma, sold out at zero. */
  kormaStock: id(1093),
  /** Confirmed for an hour ago at the first of the two tables. */
  reservation: id(1101),
  /** A request of the website. */
  request: id(1102),
  tableArea: id(1111),
  tables: [id(1112), id(1113)] as const,
  /** A delivery location of postcodes. */
  riverside: id(1094),
  customer: id(1041),
  /** Ten per cent off, by a code. Nobody has used it. */
  promotion: id(1096),
  /** The same person once more, without orders. */
  spareCustomer: id(1042),
  customerToErase: id(1043),
  /** A file of one customer at the server, not imported. */
  importFile: id(1044),
  /** A photograph of a menu at the server, in no upload. */
  menuFile: id(1045),
  chat: id(1051),
  /** “/hours”. */
  cannedReply: id(1052),
  /** The customer's two messages; the second is unread. */
  messages: [id(1061), id(1062)] as const,
  orderNotification: id(1071),
  chatNotification: id(1072),
  /** A connected number of WhatsApp. */
  channel: id(1121),
  /** Belongs to another tablet. */
  device: id(1081),
};

/** When the customer wrote last; the message before it was read. */
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
  newItem(
    {
      name: 'Dosa',
      price_amount: 600,
      variants: [
        { id: seed.dosaSmall, name: 'Small', price_amount: 600, is_default: true },
        { id: seed.dosaLarge, name: 'Large', price_amount: 900 },
      ],
      tax_rate_bp: 2000,
      modifier_groups: [{ id: seed.chutneys }],
    },
    born(seed.dosa, 6000),
    place(seed.book, seed.mains),
  ),
  newItem({ name: 'Soup', price_amount: 500 }, born(seed.spareDish, 5900), place(seed.spareBook, seed.spareCategory)),
];

const groups = [
  newGroup(
    {
      name: 'Chutneys',
      selection_type: 'quantity',
      free_count: 1,
      modifiers: [
        { id: seed.mint, name: 'Mint', price_amount: 80 },
        { id: seed.mango, name: 'Mango', price_amount: 100, nested_group_ids: [seed.sauces] },
      ],
    },
    born(seed.chutneys, 6000),
  ),
  newGroup(
    { name: 'Sauce', selection_type: 'single', modifiers: [{ id: seed.hot, name: 'Hot', price_amount: 20 }] },
    born(seed.sauces, 6000),
  ),
];

const counted = (item: InventoryItem, quantity: string, n: number) => {
  const movement = { movement_type: 'recount' as const, counted_quantity: quantity };
  return withMovement(item, newMovement(movement, { id: id(n), at: ago(600), actor: null }));
};
const stock = [
  counted(
    newInventoryItem(
      { kind: 'ingredient', name: 'Flour', unit: 'kg', low_stock_threshold: '5' },
      born(seed.flour, 6000),
      'GBP',
    ),
    '20',
    1094,
  ),
  newInventoryItem({ kind: 'ingredient', name: 'Ghee', unit: 'l' }, born(seed.ghee, 6000), 'GBP'),
  counted(
    newInventoryItem(
      { kind: 'menu_item', menu_item_id: seed.korma, name: 'Korma', auto_sold_out: true },
      born(seed.kormaStock, 6000),
      'GBP',
    ),
    '3',
    1095,
  ),
];

const whatsapp = {
  id: seed.channel,
  type: 'whatsapp' as const,
  status: 'connected' as const,
  phone_no_id: '1001',
  waba_id: '2002',
  token_sealed: '',
  token_last4: '',
};

const deals = [
  newPromotion(
    { name: 'Ten off', promotion_type: 'percentage', value_bp: 1000, code: 'TEN' },
    born(seed.promotion, 6000),
    'GBP',
  ),
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
    total_spent_amount: 5480,
    first_order_at: ago(60),
    last_order_at: ago(2),
  },
  ...[seed.spareCustomer, seed.customerToErase].map((customerId, i) => ({
    ...stamp,
    id: customerId,
    name: i === 0 ? 'P. Nair' : 'Mina Cole',
    email: i === 0 ? 'p.nair@example.com' : 'mina@example.com',
    customer_status: 'active' as const,
    source: 'manual' as const,
    tags: i === 0 ? ['office'] : [],
    allergens: [],
    currency: 'GBP',
  })),
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
const cannedReplies = [
  {
    ...stamp,
    ...newCannedReply(
      { shortcut: 'hours', message: 'We open at five.' },
      { id: seed.cannedReply, at: stamp.created_at, actor: null, version: 0 },
    ),
  },
];
const notificationRows = [
  {
    id: seed.orderNotification,
    type: 'order_new' as const,
    resource_id: seed.pending,
    group_key: `order:${seed.pending}`,
  },
  { id: seed.chatNotification, type: 'chat_message' as const, resource_id: seed.chat, group_key: `chat:${seed.chat}` },
].map((one) => ({
  ...stamp,
  ...one,
  entity: 'restaurant' as const,
  title: 'Priya Nair',
  body: 'Something new',
  severity: 'info' as const,
}));

const uploaded = {
  status: 'uploaded' as const,
  file_name: '',
  content: Buffer.from('name,phone,marketing_consent\nTom Hale,020 7946 0777,email\n'),
  rows_total: 0,
  created_count: 0,
  updated_count: 0,
  skipped_count: 0,
  failed_count: 0,
  errors: [],
};

const { consent_changes, customer_imports } = customersTables;
const reservationOf = (
  reservationId: string,
  n: number,
  body: Partial<Parameters<typeof newReservation>[0]> & { name: string },
) =>
  newReservation(
    { guests_count: 2, starts_at: ago(60), source: 'phone', ...body },
    {
      id: reservationId,
      opId: id(1120 + n),
      occurredAt: ago(600),
      now: ago(600),
      actor: null,
      version: 0,
      reservationNo: String(1001 + n),
      durationMinutes: 120,
      customerId: null,
      phone: null,
    },
  );
const reservationRows = [
  reservationOf(seed.reservation, 0, { name: 'Tom Hall', table_ids: [seed.tables[0]] }),
  reservationOf(seed.request, 1, { name: 'Ann Lee', source: 'website', reservation_status: 'requested' }),
];
const tableOf = (tableId: string, name: string) => ({
  id: tableId,
  name,
  area_id: seed.tableArea,
  min_capacity: 1,
  max_capacity: 4,
  extra_capacity: 0,
  shape: 'square' as const,
  is_joinable: true,
  joinable_with: seed.tables.filter((other) => other !== tableId),
  is_enabled: true,
  priority: 0,
  position: { x: 40, y: 40, width: 90, height: 90, rotation: 0 },
});
/** Two tables of four that can be joined. */
export const tableConfig = {
  areas: [{ id: seed.tableArea, name: 'Room', sort_order: 0 }],
  tables: [tableOf(seed.tables[0], 'T1'), tableOf(seed.tables[1], 'T2')],
  min_guests_online: 1,
  max_guests_online: 8,
};
const locations = [
  {
    ...stamp,
    ...newLocation(
      { name: 'Riverside', area: { location_type: 'postcodes', postcodes: ['SE1'] }, fee_amount: 250 },
      { id: seed.riverside, at: stamp.created_at, actor: null, version: 0 },
      'GBP',
    ),
  },
];

const { menu_books, menu_categories, menu_items, modifier_groups } = menuTables;
const { menu_sent_files, menu_upload_files, menu_uploads } = menuTables;
const { canned_replies, chat_messages } = chatsTables;
const tables = [
  [menu_books, books],
  [menu_categories, categories],
  [modifier_groups, groups],
  [menu_items, dishes.map(({ is_available: _, ...dish }) => dish)],
  [inventory_items, stock],
  [promotions, deals.map(({ promotion_status: _, ...deal }) => deal)],
  [delivery_locations, locations],
  [customersTables.customers, customers],
  [ordersTables.orders, orders],
  [chatsTables.chats, chats],
  [chat_messages, messages],
  [canned_replies, cannedReplies],
  [notifications, notificationRows],
  [reservations, reservationRows],
] as const;

/** Replaces the rows of one restaurant with the seed, in one version under the space's lock. */
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
    const at = ago(60);
    await tx
      .insert(files)
      .values(
        seed.photos.map((photo) => ({ restaurant_id, id: photo, hash: '', bytes: 1, created_at: at, stored_at: at })),
      )
      .onConflictDoNothing();
    await tx.delete(promotion_uses).where(eq(promotion_uses.restaurant_id, restaurant_id));
    const { importFile } = seed;
    await tx.delete(customer_imports).where(eq(customer_imports.restaurant_id, restaurant_id));
    await tx.delete(consent_changes).where(eq(consent_changes.restaurant_id, restaurant_id));
    await tx.insert(customer_imports).values({ ...uploaded, restaurant_id, id: importFile, created_at: at });
    for (const table of [
      menu_upload_files,
      menu_uploads,
      menu_sent_files,
      channels,
      restaurant_settings,
      notification_preferences,
    ])
      await tx.delete(table).where(eq(table.restaurant_id, restaurant_id));
    await tx.insert(channels).values({ ...whatsapp, restaurant_id, created_at: at, updated_at: at });
    const photographed = { bytes: Buffer.from('a menu'), hash: '', created_at: at };
    await tx.insert(menu_sent_files).values({ ...photographed, restaurant_id, id: seed.menuFile });
    // The history of what the rows carry.
    await tx.delete(inventory_movements).where(eq(inventory_movements.restaurant_id, restaurant_id));
    for (const item of stock)
      for (const { quantity_change: _, counted_quantity: quantity, ...movement } of item.recent_movements)
        await tx.insert(inventory_movements).values({
          ...movement,
          restaurant_id,
          inventory_id: item.id,
          counted: toThousandths(quantity!),
        });
    await tx
      .update(restaurants)
      .set({ ...asItBegan, version: own.version })
      .where(eq(restaurants.restaurant_id, restaurant_id));
  });
}

/** As of a new restaurant. */
const everyDay = {
  days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    is_open: true,
    periods: [{ open_time: '11:00', close_time: '23:00' }],
  })),
  exceptions: [],
};

const asItBegan = {
  ...takesOrders,
  stock_policy: null,
  stock_policy_changed_at: null,
  stock_policy_op_id: null,
  reservation_settings: { tables: { ...tableConfig, changed_at: ago(6000), op_id: id(1119) } },
  contact_name: null,
  tax_number: null,
  vat_registered: null,
  business_day_cutoff_time: '04:00',
  order_throttle: null,
  kitchen_stations: null,
  opening_hours: everyDay,
  field_changes: {},
  updated_at: ago(6000),
  updated_by: null,
} as const;
