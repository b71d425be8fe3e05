import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { atMost, same, shapesOf } from '../entity-schemas.ts';
import { Amount, Currency, deviceField, Id, Instant, operationFields, Price, syncedFields } from '../fields.ts';
import { IMAGE_LIMITS, ImageUrl } from '../files/images.ts';
import { CustomerSegment } from '../customers/calls.ts';
import { AvailabilityWindow } from '../menu/parts.ts';
import { OrderChannel } from '../orders/order-channel.ts';
import { promotionFields } from './promotion-fields.ts';
import { DateFilter, pagingQuery } from '../query.ts';
import { OrderType } from '../restaurant/rows.ts';

export const promotionTypes = ['percentage', 'fixed_amount', 'free_delivery', 'buy_x_get_y', 'free_item'] as const;
export const promotionScopes = ['order', 'delivery_fee', 'categories', 'items'] as const;
export const customerScopes = ['all', 'new', 'returning', 'segment'] as const;
const promotionStatuses = ['draft', 'scheduled', 'active', 'paused', 'expired', 'exhausted'] as const;

const PromotionType = z.enum(promotionTypes);
export type PromotionType = z.infer<typeof PromotionType>;
const PromotionStatus = z.enum([...promotionStatuses, 'archived']);
export type PromotionStatus = z.infer<typeof PromotionStatus>;

/** What a customer can type without asking: no spaces. */
const Code = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/));
const nullableInt = z.nullable(z.int());
const positive = { row: nullableInt, body: z.nullable(z.int().check(z.gte(1), z.lte(100_000_000))) };

/** Of the fields of a promotion: `row`, and `body` of the calls that write it. */
const promotionShapes = shapesOf(promotionFields, {
  image_url: { row: z.nullable(z.string()), body: z.nullable(ImageUrl) },
  promotion_type: same(PromotionType),
  value_amount: positive,
  max_discount_amount: positive,
  min_order_amount: { row: nullableInt, body: z.nullable(Price) },
  applies_to: same(z.enum(promotionScopes)),
  category_ids: atMost(Id, 500),
  item_ids: atMost(Id, 500),
  code: { row: z.nullable(z.string()), body: z.nullable(Code) },
  order_types: atMost(OrderType, 10),
  channels: atMost(OrderChannel, 10),
  customer_scope: same(z.enum(customerScopes)),
  segment: same(z.nullable(CustomerSegment)),
  budget_amount: positive,
  starts_at: same(z.nullable(Instant)),
  ends_at: same(z.nullable(Instant)),
  windows: atMost(AvailabilityWindow, 20),
});

export const Promotion = z.object({
  ...syncedFields,
  ...promotionShapes.row,
  currency: Currency,
  /** Orders that have it, without those that were rejected, cancelled or deleted; with what it took off and what they sold, net, without tips. */
  times_used: z.int(),
  spent_amount: Amount,
  revenue_amount: Amount,
  is_enabled: z.boolean(),
  /** When it was first enabled; null: a draft. */
  published_at: z.nullable(Instant),
  archived_at: z.nullable(Instant),
  /** Derived when the row was sent; a screen derives it anew (status.ts). */
  promotion_status: PromotionStatus,
});
export type Promotion = z.infer<typeof Promotion>;

export const list = call('promotions.list', 'GET', '/promotions', {
  access: 'promotions',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    /** Those that run on one of these business days. */
    date: z.optional(DateFilter),
    /** Without it, all that are not archived. */
    promotion_status: z.optional(PromotionStatus),
  }),
  reply: Promotion,
  paged: true,
  summary: 'Promotions, newest first',
});

export const get = call('promotions.get', 'GET', '/promotions/{id}', {
  access: 'promotions',
  offline: read,
  reply: Promotion,
  addition: true,
  summary: 'A promotion with its results',
});

const NewPromotionBody = z.strictObject({
  id: z.optional(Id),
  ...promotionShapes.body,
  /** False: it is kept as a draft. */
  is_enabled: z.optional(z.boolean()),
  /** The picture itself, one file of at most 10 megapixels; a device sends its pictures before and names one in `image_url`. */
  image: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(IMAGE_LIMITS.fileBytes / 3) * 4)))
      .check(z.maxLength(1)),
  ),
  ...operationFields,
});
export type NewPromotionBody = z.infer<typeof NewPromotionBody>;

/**
 * As JSON, or as multipart/form-data with a part for each field: numbers, lists and null as JSON, `image` as a file. 422: what its type
 * needs is missing. 409 `promotion_code_taken`, with `current`, whatever the case of its letters.
 */
export const create = call('promotions.create', 'POST', '/promotions', {
  access: 'promotions',
  offline: queue('never'),
  body: NewPromotionBody,
  isMultipart: true,
  bodyLimit: Math.ceil(IMAGE_LIMITS.fileBytes / 3) * 4 + 64 * 1024,
  reply: Promotion,
  summary: 'Create a promotion',
});

/**
 * Merges field by field: for each field the newest `occurred_at` wins, then the greater `op_id`. 200 with the notice `superseded`.
 * 409 `promotion_archived`, `promotion_code_taken`.
 */
export const edit = call('promotions.edit', 'PUT', '/promotions/{id}', {
  access: 'promotions',
  offline: queue('merge'),
  body: z.extend(z.partial(z.strictObject(promotionShapes.body)), { ...operationFields, ...deviceField }),
  reply: Promotion,
  addition: true,
  summary: 'Change a promotion; orders that have it keep their price until they are corrected',
});

/** Only one that no order has used: 409 `promotion_used`, which can be archived. */
export const remove = call('promotions.remove', 'DELETE', '/promotions/{id}', {
  access: 'promotions',
  offline: queue('never'),
  body: z.strictObject({ ...operationFields }),
  isBodyOptional: true,
  reply: z.object({ id: Id }),
  addition: true,
  summary: 'Delete a promotion that was never used',
});

const StepBody = z.strictObject({ ...operationFields, ...deviceField });

/** The newest of pause and resume wins. */
export const pause = call('promotions.pause', 'POST', '/promotions/{id}/pause', {
  access: 'promotions',
  offline: queue('replace'),
  body: StepBody,
  isBodyOptional: true,
  reply: Promotion,
  addition: true,
  summary: 'Stop a promotion for now',
});

export const resume = call('promotions.resume', 'POST', '/promotions/{id}/resume', {
  access: 'promotions',
  offline: queue('replace'),
  body: StepBody,
  isBodyOptional: true,
  reply: Promotion,
  addition: true,
  summary: 'Start a draft, or go on after a pause',
});

/** For good: its code is free again. Its results stay. */
export const archive = call('promotions.archive', 'POST', '/promotions/{id}/archive', {
  access: 'promotions',
  offline: queue('never'),
  body: StepBody,
  isBodyOptional: true,
  reply: Promotion,
  addition: true,
  summary: 'End a promotion for good',
});
