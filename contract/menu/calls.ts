import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { atMost, same, shapesOf } from '../entity-schemas.ts';
import { ImageUrl } from '../files/images.ts';
import { pagingQuery } from '../query.ts';
import { OrderChannel } from '../orders/order-channel.ts';
import { OrderType } from '../restaurant/rows.ts';
import { Currency, deviceField, Id, Instant, operationFields, Price, syncedFields, text } from '../fields.ts';
import { bookFields, categoryFields } from './menu-fields.ts';
import { itemShapes } from './item-shapes.ts';
import {
  availabilityFields,
  AvailabilityReason,
  AvailabilityStatus,
  AvailabilityWindow,
  KitchenStation,
  SortKey,
} from './parts.ts';

export const bookStatuses = ['draft', 'published', 'archived'] as const;
export const taxModes = ['inclusive', 'exclusive'] as const;

const image = { row: z.nullable(z.string()), body: z.nullable(ImageUrl) };
const place = { row: z.number(), body: SortKey };
const availability_windows = atMost(AvailabilityWindow, 20);

/** Of the fields of a menu: `row`, `body` of the calls that write it, and `public`. */
export const bookShapes = shapesOf(bookFields, {
  image_url: image,
  status: same(z.enum(bookStatuses)),
  sort_order: place,
  order_types: atMost(OrderType, 5),
  channels: atMost(OrderChannel, 10),
  tax_mode: same(z.enum(taxModes)),
  availability_windows,
});

export const categoryShapes = shapesOf(categoryFields, {
  image_url: image,
  sort_order: place,
  kitchen_station: { row: z.nullable(z.string()), body: z.nullable(KitchenStation) },
  availability_windows,
});

export const MenuBook = z.object({
  ...syncedFields,
  ...bookShapes.row,
  currency: Currency,
  source: z.enum(['manual', 'upload', 'csv']),
  published_at: z.nullable(Instant),
});
export type MenuBook = z.infer<typeof MenuBook>;

export const MenuCategory = z.object({
  ...syncedFields,
  menu_book_id: Id,
  ...categoryShapes.row,
});
export type MenuCategory = z.infer<typeof MenuCategory>;

/** A dish. It is priced by its variants when it has any; with an open price by whoever takes the order; else by `price_amount`. */
export const MenuItem = z.object({
  ...syncedFields,
  menu_book_id: Id,
  category_id: Id,
  currency: Currency,
  ...itemShapes.row,
  ...availabilityFields,
  /** Derived for each answer: the status is available, or `unavailable_until` has passed. */
  is_available: z.boolean(),
});
export type MenuItem = z.infer<typeof MenuItem>;

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
  access: 'member',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: MenuBook,
  paged: true,
  summary: 'Menu books',
});

export const createBook = call('menu.createBook', 'POST', '/menu/books', {
  access: 'menu.edit',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), ...bookShapes.body, ...operationFields }),
  reply: MenuBook,
  summary: 'Create a menu book',
});

export const getBook = call('menu.getBook', 'GET', '/menu/books/{id}', {
  access: 'member',
  offline: read,
  reply: z.extend(MenuBook, { categories: z.array(z.extend(MenuCategory, { items_count: z.int() })) }),
  summary: 'A menu book with its categories',
});

export const editBook = call('menu.editBook', 'PUT', '/menu/books/{id}', {
  access: 'menu.edit',
  offline: queue('merge'),
  body: z.extend(partial(bookShapes.body), { ...operationFields, ...deviceField }),
  reply: MenuBook,
  summary: 'Edit a menu book',
});

export const removeBook = call('menu.removeBook', 'DELETE', '/menu/books/{id}', {
  access: 'menu.edit',
  offline: queue('never'),
  reply: z.object({ id: Id }),
  summary: 'Delete a menu book with its categories and items',
});

export const list = call('menu.list', 'GET', '/menu', {
  access: 'member',
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
  access: 'menu.edit',
  offline: queue('never'),
  body: z.strictObject({
    id: z.optional(Id),
    ...categoryShapes.body,
    ...operationFields,
  }),
  reply: MenuCategory,
  summary: 'Create a category',
});

export const editCategory = call('menu.editCategory', 'PUT', '/menu/books/{id}/categories/{categoryId}', {
  access: 'menu.edit',
  offline: queue('merge'),
  body: z.extend(partial(categoryShapes.body), { ...operationFields, ...deviceField }),
  reply: MenuCategory,
  addition: true,
  summary: 'Edit a category',
});

/** Deletes the category with its items. */
export const removeCategory = call('menu.removeCategory', 'DELETE', '/menu/books/{id}/categories/{categoryId}', {
  access: 'menu.edit',
  offline: queue('never'),
  reply: z.object({ id: Id }),
  summary: 'Delete a category with its items',
});

export const listItems = call('menu.listItems', 'GET', '/menu/books/{id}/categories/{categoryId}/items', {
  access: 'member',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: MenuItem,
  paged: true,
  summary: 'Items of a category',
});

export const createItem = call('menu.createItem', 'POST', '/menu/books/{id}/categories/{categoryId}/items', {
  access: 'menu.edit',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), ...itemShapes.body, ...operationFields }),
  reply: MenuItem,
  summary: 'Create an item',
});

/** A price asks before it overwrites another: see `expectedPrices`. */
export const editItem = call('menu.editItem', 'PUT', '/menu/books/{id}/categories/{categoryId}/items/{itemId}', {
  access: 'menu.edit',
  offline: queue('merge'),
  body: z.extend(partial(itemShapes.body), {
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
 * it, by absolute values. A modifier is switched in all dishes of its group; screens use
 * `menu.setModifierAvailability`, which names the group. `{is_available: false}` alone means sold out until turned on. Device and server
 * compute `duration` alike; `unavailable_until` takes precedence. For each target the newest `occurred_at` wins, then the greater `op_id`;
 * the loser gets 200 with the notice `superseded`. 422: the item has no such variant or modifier.
 */
export const setAvailability = call(
  'menu.setAvailability',
  'PUT',
  '/menu/books/{id}/categories/{categoryId}/items/{itemId}/update-availability',
  {
    access: 'menu.availability',
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
  access: 'menu.edit',
  offline: queue('never'),
  body: z.strictObject({ item_ids: z.array(Id).check(z.minLength(1), z.maxLength(500)), ...operationFields }),
  reply: z.object({ ids: z.array(Id) }),
  summary: 'Delete items',
});

export const searchItems = call('menu.searchItems', 'GET', '/api/v1/restaurant/menu/items', {
  access: 'member',
  offline: read,
  query: z.strictObject({ ...pagingQuery, search: z.optional(text(100)) }),
  reply: MenuItem,
  paged: true,
  summary: 'Search all items, limit 10 by default',
});
