import * as z from 'zod/mini';
import { call, queue } from '../call.ts';
import { deviceField, Id, Instant, operationFields, Price } from '../fields.ts';
import { expectedPrices, MenuItem } from './calls.ts';
import { itemShapes } from './item-shapes.ts';
import { AvailabilityStatus, eachOnce } from './parts.ts';

/** Items of one bulk edit. More items are several calls. */
export const BULK_ITEMS = 100;
/** A device divides a bulk edit at this many bytes of JSON, because dishes with many variants are long. */
export const BULK_BYTES = 96 * 1024;

/** What becomes of one item; fields that it does not name stay. Values are absolute: the device has computed them. */
export const BulkItem = z.strictObject({
  id: Id,
  price_amount: z.optional(Price),
  variants: itemShapes.body.variants,
  ...expectedPrices,
  tax_rate_bp: itemShapes.body.tax_rate_bp,
  kitchen_station: itemShapes.body.kitchen_station,
  /** To another category, which `menu_book_id` must name the menu of; with the item's place there. */
  category_id: z.optional(Id),
  menu_book_id: z.optional(Id),
  sort_order: itemShapes.body.sort_order,
  availability_status: z.optional(AvailabilityStatus),
  unavailable_until: z.optional(z.nullable(Instant)),
});
export type BulkItem = z.infer<typeof BulkItem>;

/**
 * Edits many items. Each field merges as in an edit of one item (decision 057), and availability as in its own call. Fields that lost: 200
 * with the notice `superseded`, whose `fields` are named "<item id>.<field>" (all of an availability: "availability") and whose `current`
 * lists the items concerned. Items that were deleted meanwhile are passed over. An unknown item, or a category that is not there: 404
 * `not_found`, and nothing changes.
 */
export const bulkItems = call('menu.bulkItems', 'POST', '/menu/items/bulk', {
  access: 'menu.edit',
  offline: queue('never'),
  body: z.strictObject({
    items: z.array(BulkItem).check(z.minLength(1), z.maxLength(BULK_ITEMS), eachOnce),
    ...operationFields,
    ...deviceField,
  }),
  reply: z.object({ items: z.array(MenuItem) }),
  addition: true,
  summary: 'Edit many items',
});
