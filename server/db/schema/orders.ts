import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../contract/fields.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { OrderImport } from '../../../contract/orders/import-calls.ts';
import { orderChannels } from '../../../contract/orders/order-channel.ts';
import { statusesWithoutRevenue } from '../../../contract/orders/revenue.ts';
import { openStatuses } from '../../../contract/orders/status.ts';
import { amount, byRestaurant, bytes, instant, json, requiredText, syncedColumns } from '../columns.ts';

/** Written out, as the condition of an index: a statement that has it can use the index. */
export const isOpenOrder = sql.raw(
  `deleted_at IS NULL AND order_status IN (${openStatuses.map((status) => `'${status}'`).join(', ')})`,
);

/** As `isSale` and `soldOf` of the contract. */
export const isSold = sql.raw(
  `order_status NOT IN (${statusesWithoutRevenue.map((status) => `'${status}'`).join(', ')})`,
);
export const soldAmount = sql.raw('sold_amount(total_amount, paid_amount, refunded_amount)');

export const orders = pgTable(
  'orders',
  {
    ...syncedColumns,
    order_no: text('order_no').notNull(),
    order_status: text('order_status').$type<Order['order_status']>().notNull(),
    order_type: text('order_type').$type<Order['order_type']>().notNull(),
    channel: text('channel', {
      enum: orderChannels,
    }).notNull(),
    external_id: text('external_id'),
    external_source: text('external_source'),
    short_code: text('short_code'),
    customer_id: uuid('customer_id'),
    /** SHA-256 of the customer's token, hex; never sent. */
    public_token_hash: text('public_token_hash'),
    customer: json<Order['customer']>('customer').notNull(),
    table_name: text('table_name'),
    guests_count: integer('guests_count'),
    delivery_address: json<Order['delivery_address']>('delivery_address'),
    is_asap: boolean('is_asap').notNull().default(true),
    scheduled_for: instant('scheduled_for'),
    due_at: instant('due_at').notNull(),
    estimated_ready_at: instant('estimated_ready_at'),
    prep_minutes: integer('prep_minutes'),
    answer_by_at: instant('answer_by_at'),
    seen_at: instant('seen_at'),
    acknowledged_by_device_ids: json<Order['acknowledged_by_device_ids']>('acknowledged_by_device_ids')
      .notNull()
      .default([]),
    lines: json<Order['lines']>('lines').notNull(),
    customer_note: text('customer_note'),
    kitchen_note: text('kitchen_note'),
    allergens: json<Order['allergens']>('allergens').notNull(),
    currency: text('currency').notNull(),
    subtotal_amount: amount('subtotal_amount'),
    discount_amount: amount('discount_amount'),
    discounts: json<Order['discounts']>('discounts'),
    delivery_fee_amount: amount('delivery_fee_amount'),
    service_charge_amount: amount('service_charge_amount'),
    packaging_fee_amount: amount('packaging_fee_amount'),
    tip_amount: amount('tip_amount'),
    tax_amount: amount('tax_amount'),
    total_amount: amount('total_amount'),
    paid_amount: amount('paid_amount'),
    refunded_amount: amount('refunded_amount'),
    due_amount: amount('due_amount'),
    taxes: json<Order['taxes']>('taxes').notNull(),
    payment_status: text('payment_status').$type<Order['payment_status']>().notNull(),
    payment_method: text('payment_method').$type<NonNullable<Order['payment_method']>>(),
    rejection_reason: text('rejection_reason').$type<NonNullable<Order['rejection_reason']>>(),
    rejection_note: text('rejection_note'),
    cancellation_reason: text('cancellation_reason').$type<NonNullable<Order['cancellation_reason']>>(),
    cancellation_note: text('cancellation_note'),
    placed_at: instant('placed_at').notNull(),
    accepted_at: instant('accepted_at'),
    preparing_at: instant('preparing_at'),
    ready_at: instant('ready_at'),
    picked_up_at: instant('picked_up_at'),
    completed_at: instant('completed_at'),
    rejected_at: instant('rejected_at'),
    cancelled_at: instant('cancelled_at'),
    recalled_at: instant('recalled_at'),
    events: json<Order['events']>('events').notNull(),
  },
  (t) => [
    byRestaurant(t),
    index('orders_version').on(t.restaurant_id, t.version),
    // For what the kitchen has to make in a slot.
    index('orders_due').on(t.restaurant_id, t.due_at),
    index('orders_placed').on(t.restaurant_id, t.placed_at, t.id),
    index('orders_kind').on(t.restaurant_id, t.order_status, t.order_type, t.placed_at, t.id),
    // For the numbers that must not be given again yet.
    index('orders_open_numbers').on(t.restaurant_id, t.order_no).where(isOpenOrder),
    index('orders_answer_by')
      .on(t.answer_by_at)
      .where(sql`order_status = 'pending'`),
    index('orders_customer').on(t.restaurant_id, t.customer_id, t.placed_at),
    uniqueIndex('orders_token').on(t.restaurant_id, t.public_token_hash),
    uniqueIndex('orders_external').on(t.restaurant_id, t.external_source, t.external_id),
  ],
);

/** What a search looks through, kept by triggers on `orders`: one row for each order that is not deleted. See find_orders(). */
export const order_texts = pgTable(
  'order_texts',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    order_id: uuid('order_id').notNull(),
    placed_at: instant('placed_at').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurant_id, t.order_id] }),
    index('order_texts_placed').on(t.restaurant_id, t.placed_at, t.order_id),
    index('order_texts_grams').using('gin', sql`search_grams(restaurant_id, text)`),
  ],
);

/** What customers said of their orders, on the order's page of the website. One row for each order. */
export const order_ratings = pgTable(
  'order_ratings',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    order_id: uuid('order_id').notNull(),
    customer_id: uuid('customer_id'),
    /** From 1 to 5. */
    rating: integer('rating').notNull(),
    comment: requiredText('comment'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.order_id] })],
);

/** Files of past orders: checked, then imported. */
export const order_imports = pgTable(
  'order_imports',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    status: text('status').$type<OrderImport['status']>().notNull(),
    file_name: text('file_name').notNull(),
    /** The file, until it is imported. It may hold personal data and is deleted after a week at the latest. */
    content: bytes('content'),
    /** SHA-256 of the file, hex: the same file again under this id changes nothing. */
    content_hash: text('content_hash').notNull(),
    report:
      json<Omit<OrderImport, 'import_id' | 'status' | 'file_name' | 'errors_csv_url' | 'created_at'>>(
        'report',
      ).notNull(),
    /** The rows that cannot be read, as CSV with their reasons. It may hold personal data and is deleted after 30 days. */
    errors_csv: text('errors_csv'),
    created_at: instant('created_at').notNull(),
    created_by: json<Actor>('created_by').notNull(),
  },
  (t) => [byRestaurant(t), index('order_imports_time').on(t.restaurant_id, t.created_at)],
);
