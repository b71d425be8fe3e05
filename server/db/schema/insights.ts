import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { amount, byRestaurant, instant } from '../columns.ts';

// Sums over orders, kept by triggers on `orders` (migrations 0024 and 0046). They are never written by hand; rebuild_figures() computes them anew.

/** Of the orders of a row. */
const orderSums = {
  /** Orders that the restaurant has accepted. */
  orders_count: integer('orders_count').notNull().default(0),
  /** Their totals less refunds, minor units. */
  revenue_amount: amount('revenue_amount'),
  refunded_amount: amount('refunded_amount'),
  tip_amount: amount('tip_amount'),
  discount_amount: amount('discount_amount'),
  /** From accepted to ready, summed over `prepared_count` orders. */
  prep_ms: amount('prep_ms'),
  prepared_count: integer('prepared_count').notNull().default(0),
  rejected_count: integer('rejected_count').notNull().default(0),
  rejected_amount: amount('rejected_amount'),
  cancelled_count: integer('cancelled_count').notNull().default(0),
};

/** Orders per quarter of an hour, in UTC: business days of every zone begin at one, so a changed time zone needs no new sums. */
export const order_figures = pgTable(
  'order_figures',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    /** Start of the quarter of an hour in which the orders were placed. */
    bucket: instant('bucket').notNull(),
    channel: text('channel').notNull(),
    order_type: text('order_type').notNull(),
    ...orderSums,
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.bucket, t.channel, t.order_type] })],
);

/** The same per hour, in UTC: a quarter of the rows, for restaurants whose clock and business days agree with the hours of UTC. */
export const hour_figures = pgTable(
  'hour_figures',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    /** Start of the hour. */
    bucket: instant('bucket').notNull(),
    channel: text('channel').notNull(),
    order_type: text('order_type').notNull(),
    ...orderSums,
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.bucket, t.channel, t.order_type] })],
);

/** Accepted orders of a customer per day, in UTC. */
export const customer_figures = pgTable(
  'customer_figures',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    customer_id: uuid('customer_id').notNull(),
    orders_count: integer('orders_count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.day, t.customer_id] })],
);

/** Pieces sold of a dish per day, in UTC. */
export const item_figures = pgTable(
  'item_figures',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The dish's id, or the name of something that is on no menu. */
    item_key: text('item_key').notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    revenue_amount: amount('revenue_amount'),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.day, t.item_key, t.name] })],
);

/** When a dish could not be sold, kept by a trigger on `menu_items`. */
export const sold_out_periods = pgTable(
  'sold_out_periods',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    menu_item_id: uuid('menu_item_id').notNull(),
    started_at: instant('started_at').notNull(),
    ended_at: instant('ended_at'),
  },
  (t) => [byRestaurant(t), index('sold_out_periods_time').on(t.restaurant_id, t.menu_item_id, t.started_at)],
);

/** Orders that are not deleted, whatever became of them, by the month of `placed_at` in UTC: totals of lists, and where a late page begins. */
export const month_figures = pgTable(
  'month_figures',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    order_status: text('order_status').notNull(),
    order_type: text('order_type').notNull(),
    orders_count: integer('orders_count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.month, t.order_status, t.order_type] })],
);
