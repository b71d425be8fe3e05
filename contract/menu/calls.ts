import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { pagingQuery } from '../query.ts';
import { IMAGE_LIMITS, ImageUrl } from '../files/images.ts';
import { OrderChannel } from '../orders/order-channel.ts';
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
  sort_order: z.number(),
  order_types: z.array(OrderType),
  /** Where its dishes can be ordered. None or missing: everywhere. */
  channels: z.optional(z.array(OrderChannel)),
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
  image_url: z.optional(z.nullable(z.string())),
  sort_order: z.number(),
  is_active: z.boolean(),
  /** Where its dishes are cooked, such as "Tandoor". Null: every station. */
  kitchen_station: z.nullable(z.string()),
  /** For its dishes that have no rate of their own, basis points; null or missing: no tax is shown. */
  tax_rate_bp: z.optional(z.nullable(z.int())),
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

/** Items, variants and modifiers can be sold out alike. */
export const availabilityFields = {
  availability_status: AvailabilityStatus,
  /** With sold_out or hidden: when it ends by itself. */
  unavailable_until: z.nullable(Instant),
  availability_reason: z.nullable(AvailabilityReason),
  /** `occurred_at` of the current change, for merging. */
  availability_changed_at: z.nullable(Instant),
  availability_changed_by: z.nullable(Actor),
  /** Operation id of the current change: breaks ties of `occurred_at`. */
  availability_op_id: z.nullable(Id),
};

/** `open`: asked for when the dish is ordered, so customers cannot order it. With variants it says nothing. */
export const PricingType = z.enum(['fixed', 'variants', 'open']);

/** A size or a kind of a dish, with a price of its own. */
export const Variant = z.object({
  id: Id,
  name: z.string(),
  price_amount: Price,
  sku: z.nullable(z.string()),
  is_default: z.boolean(),
  sort_order: z.int(),
  ...availabilityFields,
});
export type Variant = z.infer<typeof Variant>;

/**
 * Data dictionary, section 7. What is optional came later: a device may still have rows without it. A dish is priced by its variants
 * when it has any; with an open price by whoever takes the order; else by `price_amount`.
 */
export const MenuItem = z.object({
  ...syncedFields,
  menu_book_id: Id,
  category_id: Id,
  name: z.string(),
  kitchen_name: z.nullable(z.string()),
  description: z.string(),
  image_url: z.nullable(z.string()),
  /** Further images, in their order. */
  images: z.optional(z.array(z.string())),
  price_amount: Price,
  currency: Currency,
  allergens: z.array(Allergen),
  may_contain: z.array(Allergen),
  /** Null: nobody has confirmed them, which does not mean "none". */
  allergens_confirmed_at: z.nullable(Instant),
  dietary: z.array(Dietary),
  spice_level: z.nullable(z.int().check(z.gte(0), z.lte(3))),
  sort_order: z.number(),
  variants: z.optional(z.array(Variant)),
  /** Its modifier groups, in the order in which they are asked for. */
  modifier_groups: z.optional(z.array(z.object({ id: Id }))),
  /** Basis points: 2000 is 20 %. Null: the category's. */
  tax_rate_bp: z.optional(z.nullable(z.int())),
  /** Null: as the book's `tax_mode` says. */
  is_tax_inclusive: z.optional(z.nullable(z.boolean())),
  /** The longest of an order's dishes counts when it is promised. */
  prep_minutes: z.optional(z.nullable(z.int())),
  /** Missing: fixed. */
  pricing_type: z.optional(PricingType),
  sku: z.optional(z.nullable(z.string())),
  is_alcoholic: z.optional(z.boolean()),
  /** Years; null: none. */
  min_age: z.optional(z.nullable(z.int())),
  /** Null: the category's. */
  kitchen_station: z.optional(z.nullable(z.string())),
  availability_windows: z.optional(z.array(AvailabilityWindow)),
  /** How it can be ordered; empty: in every way that its menu allows. */
  order_types: z.optional(z.array(OrderType)),
  /** The fewest and the most pieces in one order, on all of its lines together. Null: as many as wanted. */
  min_quantity: z.optional(z.int()),
  max_quantity: z.optional(z.nullable(z.int())),
  /** What it cost before: shown struck through. */
  compare_at_amount: z.optional(z.nullable(Price)),
  /** Kilocalories of one piece. */
  calories: z.optional(z.nullable(z.int())),
  /** Shown first on the restaurant's website. */
  is_featured: z.optional(z.boolean()),
  ...availabilityFields,
  /** Derived for each answer: the status is available, or `unavailable_until` has passed. */
  is_available: z.boolean(),
});
export type MenuItem = z.infer<typeof MenuItem>;

/** A place in a list. Between any two there is another: see places.ts. */
export const SortKey = z.number().check(z.gte(-1_000_000), z.lte(1_000_000));

const taxRate = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(10_000))));
const windows = z.optional(z.array(AvailabilityWindow).check(z.maxLength(20)));
const imageUrl = z.optional(z.nullable(ImageUrl));
const pieces = z.int().check(z.gte(1), z.lte(99));
const kitchenStation = z.optional(z.nullable(trimmedText(40)));

/** A variant as an edit names it: its place is that in the list, and its availability is not the edit's to say. */
export const WantedVariant = z.strictObject({
  id: Id,
  name: trimmedText(80),
  price_amount: Price,
  sku: z.optional(z.nullable(text(60))),
  is_default: z.optional(z.boolean()),
});
export type WantedVariant = z.infer<typeof WantedVariant>;

export const eachOnce = z.refine<readonly { id: string }[]>(
  (rows) => new Set(rows.map(({ id }) => id.toLowerCase())).size === rows.length,
  'Two have the same id',
);
const oneDefault = z.refine<readonly { is_default?: boolean | undefined }[]>(
  (rows) => rows.filter(({ is_default }) => is_default).length <= 1,
  'Only one can be the usual one',
);

const bookFields = {
  name: trimmedText(120),
  description: z.optional(text(1000)),
  image_url: imageUrl,
  status: z.optional(z.enum(['draft', 'published', 'archived'])),
  is_default: z.optional(z.boolean()),
  sort_order: z.optional(SortKey),
  order_types: z.optional(z.array(OrderType).check(z.maxLength(5))),
  channels: z.optional(z.array(OrderChannel).check(z.maxLength(10))),
  availability_windows: windows,
  tax_mode: z.optional(z.enum(['inclusive', 'exclusive'])),
};

export const itemFields = {
  name: trimmedText(160),
  kitchen_name: z.optional(z.nullable(text(160))),
  description: z.optional(text(2000)),
  image_url: imageUrl,
  images: z.optional(z.array(ImageUrl).check(z.maxLength(IMAGE_LIMITS.more))),
  price_amount: Price,
  allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
  may_contain: z.optional(z.array(Allergen).check(z.maxLength(14))),
  allergens_confirmed_at: z.optional(z.nullable(Instant)),
  dietary: z.optional(z.array(Dietary).check(z.maxLength(7))),
  spice_level: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(3)))),
  sort_order: z.optional(SortKey),
  modifier_groups: z.optional(z.array(z.strictObject({ id: Id })).check(z.maxLength(20), eachOnce)),
  variants: z.optional(z.array(WantedVariant).check(z.maxLength(30), eachOnce, oneDefault)),
  tax_rate_bp: taxRate,
  is_tax_inclusive: z.optional(z.nullable(z.boolean())),
  prep_minutes: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(600)))),
  pricing_type: z.optional(PricingType),
  sku: z.optional(z.nullable(text(60))),
  is_alcoholic: z.optional(z.boolean()),
  min_age: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(99)))),
  kitchen_station: kitchenStation,
  availability_windows: windows,
  order_types: z.optional(z.array(OrderType).check(z.maxLength(5))),
  min_quantity: z.optional(pieces),
  max_quantity: z.optional(z.nullable(pieces)),
  compare_at_amount: z.optional(z.nullable(Price)),
  calories: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(20_000)))),
  is_featured: z.optional(z.boolean()),
};

/**
 * The prices that the person saw, of the item and of its variants. With them, a price that somebody else has set meanwhile stays, and this
 * edit's is reported as superseded although it is newer.
 */
export const expectedPrices = {
  expected_price_amount: z.optional(Price),
  expected_variants: z.optional(z.array(z.strictObject({ id: Id, price_amount: Price })).check(z.maxLength(30))),
};

/**
 * The body of an edit: all of `fields`, each optional; only named fields change. For each field the newest `occurred_at` wins, then the
 * greater `op_id`. If a field of this edit lost: 200 with the notice `superseded`, which names the fields.
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
    image_url: imageUrl,
    sort_order: z.optional(SortKey),
    is_active: z.optional(z.boolean()),
    kitchen_station: kitchenStation,
    tax_rate_bp: taxRate,
    availability_windows: windows,
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
    image_url: imageUrl,
    sort_order: z.optional(SortKey),
    is_active: z.optional(z.boolean()),
    kitchen_station: kitchenStation,
    tax_rate_bp: taxRate,
    availability_windows: windows,
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

/** A price asks before it overwrites another: see `expectedPrices`. */
export const editItem = call('menu.editItem', 'PUT', '/menu/books/{id}/categories/{categoryId}/items/{itemId}', {
  access: 'owner',
  offline: queue('merge'),
  body: z.extend(partial(itemFields), {
    ...expectedPrices,
    ...operationFields,
    ...deviceField,
  }),
  reply: MenuItem,
  summary: 'Edit an item',
});

/** What a change of availability says. */
export const availabilityBody = {
  is_available: z.optional(z.boolean()),
  availability_status: z.optional(AvailabilityStatus),
  unavailable_until: z.optional(z.nullable(Instant)),
  duration: z.optional(z.enum(['today', 'next_opening', 'indefinite'])),
  reason: z.optional(z.nullable(AvailabilityReason)),
};

/**
 * Sets the availability of an item, with `variant_id` of one of its variants, or with `modifier_id` of a modifier that can be chosen with
 * it, by absolute values (data dictionary, section 7). A modifier is switched in all dishes of its group; screens use
 * `menu.setModifierAvailability`, which names the group. `{is_available: false}` alone means sold out until turned on. Device and server
 * compute `duration` alike; `unavailable_until` takes precedence. For each target the newest `occurred_at` wins, then the greater `op_id`;
 * the loser gets 200 with the notice `superseded`. 422: the item has no such variant or modifier.
 */
export const setAvailability = call(
  'menu.setAvailability',
  'PUT',
  '/menu/books/{id}/categories/{categoryId}/items/{itemId}/update-availability',
  {
    access: 'owner',
    // Another variant's is another matter.
    offline: queue('replace', [], ['variant_id', 'modifier_id']),
    body: z.strictObject({
      variant_id: z.optional(Id),
      modifier_id: z.optional(Id),
      ...availabilityBody,
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
