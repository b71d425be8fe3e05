import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import type { MenuUpload, MenuUploadError } from '../../../contract/menu/upload-calls.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import type { Actor } from '../../../contract/fields.ts';
import type { PricingType, AvailabilityStatus } from '../../../contract/menu/parts.ts';
import { amount, byRestaurant, bytes, fieldChanges, instant, json, syncedColumns, requiredText } from '../columns.ts';

export const menu_books = pgTable(
  'menu_books',
  {
    ...syncedColumns,
    name: requiredText('name'),
    description: requiredText('description'),
    image_url: text('image_url'),
    status: text('status').$type<MenuBook['status']>().notNull(),
    is_default: boolean('is_default').notNull().default(false),
    sort_order: doublePrecision('sort_order').notNull().default(0),
    order_types: json<MenuBook['order_types']>('order_types').notNull(),
    channels: json<NonNullable<MenuBook['channels']>>('channels').notNull().default([]),
    availability_windows: json<MenuBook['availability_windows']>('availability_windows').notNull(),
    currency: text('currency').notNull(),
    tax_mode: text('tax_mode').$type<MenuBook['tax_mode']>().notNull(),
    source: text('source').$type<MenuBook['source']>().notNull(),
    published_at: instant('published_at'),
    field_changes: fieldChanges(),
  },
  (t) => [byRestaurant(t), index('menu_books_version').on(t.restaurant_id, t.version)],
);

export const menu_categories = pgTable(
  'menu_categories',
  {
    ...syncedColumns,
    menu_book_id: uuid('menu_book_id').notNull(),
    name: requiredText('name'),
    description: requiredText('description'),
    image_url: text('image_url'),
    sort_order: doublePrecision('sort_order').notNull().default(0),
    is_active: boolean('is_active').notNull().default(true),
    kitchen_station: text('kitchen_station'),
    tax_rate_bp: integer('tax_rate_bp'),
    availability_windows: json<MenuCategory['availability_windows']>('availability_windows').notNull(),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('menu_categories_version').on(t.restaurant_id, t.version),
    index('menu_categories_book').on(t.restaurant_id, t.menu_book_id),
  ],
);

export const menu_items = pgTable(
  'menu_items',
  {
    ...syncedColumns,
    menu_book_id: uuid('menu_book_id').notNull(),
    category_id: uuid('category_id').notNull(),
    name: requiredText('name'),
    kitchen_name: text('kitchen_name'),
    description: requiredText('description'),
    image_url: text('image_url'),
    images: json<NonNullable<MenuItem['images']>>('images').notNull().default([]),
    price_amount: amount('price_amount'),
    currency: text('currency').notNull(),
    allergens: json<MenuItem['allergens']>('allergens').notNull(),
    may_contain: json<MenuItem['may_contain']>('may_contain').notNull(),
    allergens_confirmed_at: instant('allergens_confirmed_at'),
    dietary: json<MenuItem['dietary']>('dietary').notNull(),
    spice_level: integer('spice_level'),
    sort_order: doublePrecision('sort_order').notNull().default(0),
    variants: json<NonNullable<MenuItem['variants']>>('variants').notNull().default([]),
    modifier_groups: json<NonNullable<MenuItem['modifier_groups']>>('modifier_groups').notNull().default([]),
    tax_rate_bp: integer('tax_rate_bp'),
    is_tax_inclusive: boolean('is_tax_inclusive'),
    prep_minutes: integer('prep_minutes'),
    pricing_type: text('pricing_type').$type<PricingType>().notNull().default('fixed'),
    sku: text('sku'),
    is_alcoholic: boolean('is_alcoholic').notNull().default(false),
    min_age: integer('min_age'),
    kitchen_station: text('kitchen_station'),
    availability_windows: json<NonNullable<MenuItem['availability_windows']>>('availability_windows')
      .notNull()
      .default([]),
    order_types: json<NonNullable<MenuItem['order_types']>>('order_types').notNull().default([]),
    min_quantity: integer('min_quantity').notNull().default(1),
    max_quantity: integer('max_quantity'),
    compare_at_amount: bigint('compare_at_amount', { mode: 'number' }),
    calories: integer('calories'),
    is_featured: boolean('is_featured').notNull().default(false),
    availability_status: text('availability_status').$type<AvailabilityStatus>().notNull(),
    unavailable_until: instant('unavailable_until'),
    availability_reason: text('availability_reason').$type<NonNullable<MenuItem['availability_reason']>>(),
    availability_changed_at: instant('availability_changed_at'),
    availability_changed_by: json<Actor>('availability_changed_by'),
    availability_op_id: uuid('availability_op_id'),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('menu_items_version').on(t.restaurant_id, t.version),
    index('menu_items_category').on(t.restaurant_id, t.category_id),
  ],
);

export const modifier_groups = pgTable(
  'modifier_groups',
  {
    ...syncedColumns,
    name: requiredText('name'),
    kitchen_name: text('kitchen_name'),
    selection_type: text('selection_type').$type<ModifierGroup['selection_type']>().notNull(),
    min_selected: integer('min_selected').notNull().default(0),
    max_selected: integer('max_selected'),
    free_count: integer('free_count').notNull().default(0),
    sort_order: doublePrecision('sort_order').notNull().default(0),
    modifiers: json<ModifierGroup['modifiers']>('modifiers').notNull(),
    field_changes: fieldChanges(),
  },
  (t) => [byRestaurant(t), index('modifier_groups_version').on(t.restaurant_id, t.version)],
);

/** A menu that was uploaded, and what was read from it: the draft that its owner reviews. */
export const menu_uploads = pgTable(
  'menu_uploads',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    menu_book_id: uuid('menu_book_id').notNull(),
    status: text('status').$type<MenuUpload['status']>().notNull(),
    /** How often the job began to read it. */
    attempts: integer('attempts').notNull().default(0),
    error: text('error').$type<MenuUploadError>(),
    pages_done: integer('pages_done').notNull().default(0),
    pages_count: integer('pages_count'),
    pages: json<MenuUpload['pages']>('pages').notNull(),
    categories: json<MenuUpload['categories']>('categories').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [byRestaurant(t)],
);

/** The files of an upload until the job has read them: they commit with it, and no store is asked inside of a transaction. */
export const menu_upload_files = pgTable(
  'menu_upload_files',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    upload_id: uuid('upload_id').notNull(),
    position: integer('position').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.upload_id, t.position] })],
);

/** Files that a device has sent before the upload that names them. They move to the upload's; what no upload names is deleted after two days. */
export const menu_sent_files = pgTable(
  'menu_sent_files',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    bytes: bytes('bytes').notNull(),
    /** SHA-256, hex: the same file again under this id changes nothing. */
    hash: text('hash').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [byRestaurant(t)],
);
