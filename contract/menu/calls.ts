import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { pagingQuery } from '../query.ts';
import { OrderType } from '../restaurant/rows.ts';
import {
  Actor,
  Currency,
  deviceField,
  Id,
  Instant,
  LocalDate,
  LocalTime,
  operationFields,
  Price,
  syncedFields,
  text,
  Weekday,
  trimmedText,
} from '../fields.ts';

export const AvailabilityWindow = z.strictObject({
  id: Id,
  validity: z.enum(['always', 'weekly', 'date_range']),
  weekdays: z.array(Weekday).check(z.maxLength(7)),
  /** An end at or before the start means the next day. */
  start_time: LocalTime,
  end_time: LocalTime,
  start_date: z.nullable(LocalDate),
  end_date: z.nullable(LocalDate),
});

/** Data dictionary, section 5. */
export const MenuBook = z.object({
  ...syncedFields,
  name: z.string(),
  description: z.string(),
  image_url: z.nullable(z.string()),
  status: z.enum(['draft', 'published', 'archived']),
  is_default: z.boolean(),
  sort_order: z.int(),
  order_types: z.array(OrderType),
  availability_windows: z.array(AvailabilityWindow),
  currency: Currency,
  tax_mode: z.enum(['inclusive', 'exclusive']),
  source: z.enum(['manual', 'upload', 'csv']),
  published_at: z.nullable(Instant),
});
export type MenuBook = z.infer<typeof MenuBook>;

/** Data dictionary, section 6. */
export const MenuCategory = z.object({
  ...syncedFields,
  menu_book_id: Id,
  name: z.string(),
  description: z.string(),
  sort_order: z.int(),
  is_active: z.boolean(),
  /** Where its dishes are cooked: "Tandoor". Null: every station. */
  kitchen_station: z.nullable(z.string()),
  availability_windows: z.array(AvailabilityWindow),
});
export type MenuCategory = z.infer<typeof MenuCategory>;

export const allergens = [
  'celery',
  'crustaceans',
  'eggs',
  'fish',
  'gluten',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'peanuts',
  'sesame',
  'soy',
  'sulphites',
  'tree_nuts',
] as const;
export const Allergen = z.enum(allergens);
export const dietaries = ['dairy_free', 'gluten_free', 'halal', 'kosher', 'nut_free', 'vegan', 'vegetarian'] as const;
export const Dietary = z.enum(dietaries);

export const AvailabilityStatus = z.enum(['available', 'sold_out', 'hidden']);
export type AvailabilityStatus = z.infer<typeof AvailabilityStatus>;
export const AvailabilityReason = z.enum(['out_of_stock', 'equipment', 'quality', 'not_today', 'stock_zero', 'other']);

/** Data dictionary, section 7. */
export const MenuItem = z.object({
  ...syncedFields,
  menu_book_id: Id,
  category_id: Id,
  name: z.string(),
  kitchen_name: z.nullable(z.string()),
  description: z.string(),
  image_url: z.nullable(z.string()),
  price_amount: Price,
  currency: Currency,
  allergens: z.array(Allergen),
  may_contain: z.array(Allergen),
  /** null: nobody has said yet, which is not "none". */
  allergens_confirmed_at: z.nullable(Instant),
  dietary: z.array(Dietary),
  spice_level: z.nullable(z.int().check(z.gte(0), z.lte(3))),
  sort_order: z.int(),
  availability_status: AvailabilityStatus,
  /** With sold_out or hidden: it ends by itself at this instant. */
  unavailable_until: z.nullable(Instant),
  availability_reason: z.nullable(AvailabilityReason),
  /** `occurred_at` of the change that stands; the merge compares with it. */
  availability_changed_at: z.nullable(Instant),
  availability_changed_by: z.nullable(Actor),
  /** The operation that stands: breaks a tie of `occurred_at`. */
  availability_op_id: z.nullable(Id),
  /** Derived when the answer is made: status is available, or `unavailable_until` has passed. */
  is_available: z.boolean(),
});
export type MenuItem = z.infer<typeof MenuItem>;

const sortOrder = z.int().check(z.gte(0), z.lte(100_000));

const bookFields = {
  name: trimmedText(120),
  description: z.optional(text(1000)),
  status: z.optional(z.enum(['draft', 'published', 'archived'])),
  is_default: z.optional(z.boolean()),
  sort_order: z.optional(sortOrder),
  order_types: z.optional(z.array(OrderType).check(z.maxLength(5))),
  availability_windows: z.optional(z.array(AvailabilityWindow).check(z.maxLength(20))),
};

const itemFields = {
  name: trimmedText(160),
  kitchen_name: z.optional(z.nullable(text(160))),
  description: z.optional(text(2000)),
  price_amount: Price,
  allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
  may_contain: z.optional(z.array(Allergen).check(z.maxLength(14))),
  allergens_confirmed_at: z.optional(z.nullable(Instant)),
  dietary: z.optional(z.array(Dietary).check(z.maxLength(7))),
  spice_level: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(3)))),
  sort_order: z.optional(sortOrder),
};

/**
 * All of `fields`, each optional: the body of an edit, which changes only what it names. Of two edits of one field the newest `occurred_at`
 * stands, a tie goes to the greater `op_id`; 200 with the notice `superseded`, which names the fields, where one of this edit lost.
 */
const partial = <T extends Record<string, z.ZodMiniType>>(fields: T) => z.partial(z.strictObject(fields));

export const listBooks = call('menu.listBooks', 'GET', '/menu/books', {
  access: 'owner',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: MenuBook,
  paged: true,
  summary: 'Menu books',
});

export const createBook = call('menu.createBook', 'POST', '/menu/books', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), ...bookFields, ...operationFields }),
  reply: MenuBook,
  summary: 'Create a menu book',
});

export const getBook = call('menu.getBook', 'GET', '/menu/books/{id}', {
  access: 'owner',
  offline: read,
  reply: z.extend(MenuBook, { categories: z.array(z.extend(MenuCategory, { items_count: z.int() })) }),
  summary: 'A menu book with its categories',
});

export const editBook = call('menu.editBook', 'PUT', '/menu/books/{id}', {
  access: 'owner',
  offline: queue('merge'),
  body: z.extend(partial(bookFields), { ...operationFields, ...deviceField }),
  reply: MenuBook,
  summary: 'Edit a menu book',
});

export const removeBook = call('menu.removeBook', 'DELETE', '/menu/books/{id}', {
  access: 'owner',
  offline: queue('never'),
  reply: z.object({ id: Id }),
  summary: 'Delete a menu book with its categories and items',
});

export const list = call('menu.list', 'GET', '/menu', {
  access: 'owner',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    menu_book_id: z.optional(Id),
    /** A category's id or its name. */
    category: z.optional(text(120)),
  }),
  reply: MenuItem,
  paged: true,
  summary: 'Items of a menu, limit 100 by default',
});

export const createCategory = call('menu.createCategory', 'POST', '/menu/books/{id}/categories', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    id: z.optional(Id),
    name: trimmedText(120),
    description: z.optional(text(1000)),
    sort_order: z.optional(sortOrder),
    is_active: z.optional(z.boolean()),
    kitchen_station: z.optional(z.nullable(trimmedText(40))),
    ...operationFields,
  }),
  reply: MenuCategory,
  summary: 'Create a category',
});

export const editCategory = call('menu.editCategory', 'PUT', '/menu/books/{id}/categories/{categoryId}', {
  access: 'owner',
  offline: queue('merge'),
  body: z.strictObject({
    name: z.optional(trimmedText(120)),
    description: z.optional(text(1000)),
    sort_order: z.optional(sortOrder),
    is_active: z.optional(z.boolean()),
    kitchen_station: z.optional(z.nullable(trimmedText(40))),
    ...operationFields,
    ...deviceField,
  }),
  reply: MenuCategory,
  addition: true,
  summary: 'Edit a category',
});

/** Deletes the category with its items. */
export const removeCategory = call('menu.removeCategory', 'DELETE', '/menu/books/{id}/categories/{categoryId}', {
  access: 'owner',
  offline: queue('never'),
  reply: z.object({ id: Id }),
  summary: 'Delete a category with its items',
});

export const listItems = call('menu.listItems', 'GET', '/menu/books/{id}/categories/{categoryId}/items', {
  access: 'owner',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: MenuItem,
  paged: true,
  summary: 'Items of a category',
});

export const createItem = call('menu.createItem', 'POST', '/menu/books/{id}/categories/{categoryId}/items', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), ...itemFields, ...operationFields }),
  reply: MenuItem,
  summary: 'Create an item',
});

/**
 * A price asks before it overwrites another one: with `expected_price_amount`, the price that the person saw, a price that somebody else has
 * set meanwhile stays, and the edit's own is reported as superseded though it is newer.
 */
export const editItem = call('menu.editItem', 'PUT', '/menu/books/{id}/categories/{categoryId}/items/{itemId}', {
  access: 'owner',
  offline: queue('merge'),
  body: z.extend(partial(itemFields), {
    expected_price_amount: z.optional(Price),
    ...operationFields,
    ...deviceField,
  }),
  reply: MenuItem,
  summary: 'Edit an item',
});

/**
 * Sets the availability of an item: absolute values, never "toggle". A bare `{is_available: false}` is sold out until turned on again.
 * `duration` is worked out by the device that was tapped and by the server alike; `unavailable_until`, when given, wins.
 * The newest `occurred_at` stands, a tie is broken by `op_id`; the loser gets 200 with notice `superseded`.
 */
export const setAvailability = call(
  'menu.setAvailability',
  'PUT',
  '/menu/books/{id}/categories/{categoryId}/items/{itemId}/update-availability',
  {
    access: 'owner',
    offline: queue('replace'),
    body: z.strictObject({
      is_available: z.optional(z.boolean()),
      availability_status: z.optional(AvailabilityStatus),
      unavailable_until: z.optional(z.nullable(Instant)),
      duration: z.optional(z.enum(['today', 'next_opening', 'indefinite'])),
      reason: z.optional(z.nullable(AvailabilityReason)),
      ...operationFields,
    }),
    reply: MenuItem,
    summary: 'Sold out, available or hidden',
  },
);

export const removeItems = call('menu.removeItems', 'POST', '/menu/books/{id}/categories/{categoryId}/items/delete', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({ item_ids: z.array(Id).check(z.minLength(1), z.maxLength(500)), ...operationFields }),
  reply: z.object({ ids: z.array(Id) }),
  summary: 'Delete items',
});

export const searchItems = call('menu.searchItems', 'GET', '/api/v1/restaurant/menu/items', {
  access: 'owner',
  offline: read,
  query: z.strictObject({ ...pagingQuery, search: z.optional(text(100)) }),
  reply: MenuItem,
  paged: true,
  summary: 'Search all items, limit 10 by default',
});
