import { sql } from 'drizzle-orm';
import { boolean, index, integer, bigint, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customerSegments } from '../../../contract/customers/calls.ts';
import { customerScopes, promotionScopes, promotionTypes } from '../../../contract/promotions/calls.ts';
import type { Promotion } from '../../../contract/promotions/calls.ts';
import { amount, byRestaurant, fieldChanges, instant, json, requiredText, syncedColumns } from '../columns.ts';

export const promotions = pgTable(
  'promotions',
  {
    ...syncedColumns,
    name: text('name').notNull(),
    description: requiredText('description'),
    image_url: text('image_url'),
    promotion_type: text('promotion_type', { enum: promotionTypes }).notNull(),
    /** Hundredths of a per cent. */
    value_bp: integer('value_bp'),
    value_amount: bigint('value_amount', { mode: 'number' }),
    currency: text('currency').notNull(),
    max_discount_amount: bigint('max_discount_amount', { mode: 'number' }),
    min_order_amount: bigint('min_order_amount', { mode: 'number' }),
    buy_quantity: integer('buy_quantity'),
    get_quantity: integer('get_quantity'),
    applies_to: text('applies_to', { enum: promotionScopes }).notNull(),
    category_ids: json<string[]>('category_ids').notNull(),
    item_ids: json<string[]>('item_ids').notNull(),
    /** As the owner wrote it; it is found in any case. */
    code: text('code'),
    is_automatic: boolean('is_automatic').notNull(),
    is_stackable: boolean('is_stackable').notNull(),
    priority: integer('priority').notNull(),
    order_types: json<Promotion['order_types']>('order_types').notNull(),
    channels: json<Promotion['channels']>('channels').notNull(),
    customer_scope: text('customer_scope', { enum: customerScopes }).notNull(),
    segment: text('segment', { enum: customerSegments }),
    usage_limit: integer('usage_limit'),
    usage_limit_per_customer: integer('usage_limit_per_customer'),
    times_used: integer('times_used').notNull().default(0),
    budget_amount: bigint('budget_amount', { mode: 'number' }),
    spent_amount: amount('spent_amount'),
    revenue_amount: amount('revenue_amount'),
    starts_at: instant('starts_at'),
    ends_at: instant('ends_at'),
    windows: json<Promotion['windows']>('windows').notNull(),
    is_enabled: boolean('is_enabled').notNull(),
    /** When it was first enabled; null: a draft. */
    published_at: instant('published_at'),
    archived_at: instant('archived_at'),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('promotions_code')
      .on(t.restaurant_id, sql`lower(${t.code})`)
      .where(sql`archived_at IS NULL AND deleted_at IS NULL`),
    index('promotions_time').on(t.restaurant_id, t.created_at),
    index('promotions_version').on(t.restaurant_id, t.version),
  ],
);

/** What a promotion took off an order. A rejected or cancelled order releases its uses. */
export const promotion_uses = pgTable(
  'promotion_uses',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    promotion_id: uuid('promotion_id').notNull(),
    order_id: uuid('order_id').notNull(),
    customer_id: uuid('customer_id'),
    discount_amount: amount('discount_amount'),
    /** What the order sold, net, without the tip. */
    revenue_amount: amount('revenue_amount'),
    used_at: instant('used_at').notNull(),
    released_at: instant('released_at'),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('promotion_uses_order').on(t.restaurant_id, t.promotion_id, t.order_id),
    index('promotion_uses_customer').on(t.restaurant_id, t.promotion_id, t.customer_id),
    index('promotion_uses_of_order').on(t.restaurant_id, t.order_id),
  ],
);
