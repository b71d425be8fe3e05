import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../contract/fields.ts';
import type { Customer, ConsentMedium } from '../../../contract/customers/calls.ts';
import type { ImportMapping, OnDuplicate, CustomerImport } from '../../../contract/customers/import-calls.ts';
import type { ImportRowError } from '../../../contract/import/shapes.ts';
import { amount, byRestaurant, bytes, fieldChanges, instant, json, syncedColumns, requiredText } from '../columns.ts';

export const customers = pgTable(
  'customers',
  {
    ...syncedColumns,
    name: requiredText('name'),
    email: text('email'),
    phone: text('phone'),
    phone_raw: text('phone_raw'),
    customer_status: text('customer_status').$type<Customer['customer_status']>().notNull(),
    source: text('source').$type<Customer['source']>().notNull(),
    tags: json<Customer['tags']>('tags').notNull(),
    note: requiredText('note'),
    allergens: json<Customer['allergens']>('allergens').notNull(),
    orders_count: integer('orders_count').notNull().default(0),
    total_spent_amount: amount('total_spent_amount'),
    currency: text('currency').notNull(),
    first_order_at: instant('first_order_at'),
    last_order_at: instant('last_order_at'),
    chat_id: uuid('chat_id'),
    addresses: json<Customer['addresses']>('addresses').notNull().default([]),
    birthday: date('birthday', { mode: 'string' }),
    /** Nobody asks for it yet. */
    language: text('language'),
    marketing_consent: json<Customer['marketing_consent']>('marketing_consent').notNull().default({}),
    blocked_reason: text('blocked_reason'),
    no_show_count: integer('no_show_count').notNull().default(0),
    /** The customer who took over everything; this row is a tombstone, without personal data. Never sent. */
    merged_into_id: uuid('merged_into_id'),
    /** When the person was erased; this row is a tombstone, without personal data. Never sent. */
    erased_at: instant('erased_at'),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('customers_version').on(t.restaurant_id, t.version),
    index('customers_list')
      .on(t.restaurant_id, t.last_order_at.desc().nullsLast(), t.created_at.desc().nullsLast(), t.id)
      .where(sql`deleted_at is null`),
    uniqueIndex('customers_phone')
      .on(t.restaurant_id, t.phone)
      .where(sql`deleted_at is null`),
    // Those with further numbers, or with one that cannot be read: few.
    index('customers_phone_raw')
      .on(t.restaurant_id)
      .where(sql`deleted_at is null and phone_raw is not null`),
    uniqueIndex('customers_email')
      .on(t.restaurant_id, t.email)
      .where(sql`deleted_at is null`),
  ],
);

/** Each grant and withdrawal of a consent to marketing, append-only. */
export const consent_changes = pgTable(
  'consent_changes',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    customer_id: uuid('customer_id').notNull(),
    medium: text('medium').$type<ConsentMedium>().notNull(),
    granted: boolean('granted').notNull(),
    source: text('source').notNull(),
    at: instant('at').notNull(),
    actor: json<Actor>('actor'),
  },
  (t) => [byRestaurant(t), index('consent_changes_of').on(t.restaurant_id, t.customer_id, t.at)],
);

/** Imported customer files. */
export const customer_imports = pgTable(
  'customer_imports',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    status: text('status').$type<CustomerImport['status']>().notNull().default('done'),
    file_name: text('file_name').notNull(),
    /** The file, until it is imported. It holds personal data and is deleted after a week at the latest. */
    content: bytes('content'),
    /** SHA-256 of the file, hex: the same file again under this id changes nothing. */
    content_hash: text('content_hash'),
    options: json<{ mapping: ImportMapping | null; on_duplicate: OnDuplicate }>('options'),
    /** When the person asked for it. */
    requested_at: instant('requested_at'),
    rows_done: integer('rows_done').notNull().default(0),
    rows_total: integer('rows_total').notNull(),
    created_count: integer('created_count').notNull(),
    updated_count: integer('updated_count').notNull(),
    skipped_count: integer('skipped_count').notNull(),
    failed_count: integer('failed_count').notNull(),
    errors: json<ImportRowError[]>('errors').notNull(),
    /** The rows that failed, as CSV with their reasons. It holds personal data and is deleted after 30 days. */
    errors_csv: text('errors_csv'),
    created_at: instant('created_at').notNull(),
    created_by: json<Actor>('created_by'),
  },
  (t) => [byRestaurant(t), index('customer_imports_time').on(t.restaurant_id, t.created_at)],
);
