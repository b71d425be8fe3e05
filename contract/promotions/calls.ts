import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import {
  Amount,
  Currency,
  deviceField,
  Id,
  Instant,
  operationFields,
  Price,
  syncedFields,
  text,
  trimmedText,
} from '../fields.ts';
import { IMAGE_LIMITS, ImageUrl } from '../files/images.ts';
import { CustomerSegment } from '../customers/calls.ts';
import { AvailabilityWindow } from '../menu/parts.ts';
import { OrderChannel } from '../orders/order-channel.ts';
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

/** Money in minor units of `currency`, rates in basis points. */
export const Promotion = z.object({
  ...syncedFields,
  name: z.string(),
  description: z.string(),
  image_url: z.nullable(z.string()),
  promotion_type: PromotionType,
  /** Of `percentage`; of `buy_x_get_y` and `free_item` what is taken off each piece, null: all of it. */
  value_bp: z.nullable(z.int()),
  /** Of `fixed_amount`. */
  value_amount: z.nullable(z.int()),
  currency: Currency,
  max_discount_amount: z.nullable(z.int()),
  min_order_amount: z.nullable(z.int()),
  buy_quantity: z.nullable(z.int()),
  get_quantity: z.nullable(z.int()),
  applies_to: z.enum(promotionScopes),
  category_ids: z.array(Id),
  item_ids: z.array(Id),
  /** As the owner wrote it; it is found in any case. */
  code: z.nullable(z.string()),
  is_automatic: z.boolean(),
  is_stackable: z.boolean(),
  /** The greater goes first. */
  priority: z.int(),
  /** Empty: all. */
  order_types: z.array(OrderType),
  /** Empty: all. */
  channels: z.array(OrderChannel),
  customer_scope: z.enum(customerScopes),
  segment: z.nullable(CustomerSegment),
  usage_limit: z.nullable(z.int()),
  usage_limit_per_customer: z.nullable(z.int()),
  /** Orders that have it, without those that were rejected, cancelled or deleted; with what it took off and what they sold, net, without tips. */
  times_used: z.int(),
  spent_amount: Amount,
  revenue_amount: Amount,
  budget_amount: z.nullable(z.int()),
  starts_at: z.nullable(Instant),
  ends_at: z.nullable(Instant),
  windows: z.array(AvailabilityWindow),
  is_enabled: z.boolean(),
  /** When it was first enabled; null: a draft. */
  published_at: z.nullable(Instant),
  archived_at: z.nullable(Instant),
  /** Derived when the row was sent; a screen derives it anew (status.ts). */
  promotion_status: PromotionStatus,
});
export type Promotion = z.infer<typeof Promotion>;

/** What a customer can type without asking: no spaces. */
const Code = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/));
const Count = (max: number) => z.nullable(z.int().check(z.gte(1), z.lte(max)));
const Positive = z.nullable(z.int().check(z.gte(1), z.lte(100_000_000)));
const ids = z.array(Id).check(z.maxLength(500));

const promotionFields = {
  name: trimmedText(120),
  description: z.optional(text(1000)),
  image_url: z.optional(z.nullable(ImageUrl)),
  promotion_type: PromotionType,
  value_bp: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(10_000)))),
  value_amount: z.optional(Positive),
  max_discount_amount: z.optional(Positive),
  min_order_amount: z.optional(z.nullable(Price)),
  buy_quantity: z.optional(Count(99)),
  get_quantity: z.optional(Count(99)),
  applies_to: z.optional(z.enum(promotionScopes)),
  category_ids: z.optional(ids),
  item_ids: z.optional(ids),
  code: z.optional(z.nullable(Code)),
  is_automatic: z.optional(z.boolean()),
  is_stackable: z.optional(z.boolean()),
  priority: z.optional(z.int().check(z.gte(-1000), z.lte(1000))),
  order_types: z.optional(z.array(OrderType).check(z.maxLength(10))),
  channels: z.optional(z.array(OrderChannel).check(z.maxLength(10))),
  customer_scope: z.optional(z.enum(customerScopes)),
  segment: z.optional(z.nullable(CustomerSegment)),
  usage_limit: z.optional(Count(1_000_000)),
  usage_limit_per_customer: z.optional(Count(1000)),
  budget_amount: z.optional(Positive),
  starts_at: z.optional(z.nullable(Instant)),
  ends_at: z.optional(z.nullable(Instant)),
  windows: z.optional(z.array(AvailabilityWindow).check(z.maxLength(20))),
};

export const list = call('promotions.list', 'GET', '/promotions', {
  access: 'owner',
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
  access: 'owner',
  offline: read,
  reply: Promotion,
  addition: true,
  summary: 'A promotion with its results',
});

const NewPromotionBody = z.strictObject({
  id: z.optional(Id),
  ...promotionFields,
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
  access: 'owner',
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
  access: 'owner',
  offline: queue('merge'),
  body: z.extend(z.partial(z.strictObject(promotionFields)), { ...operationFields, ...deviceField }),
  reply: Promotion,
  addition: true,
  summary: 'Change a promotion; orders that have it keep their price until they are corrected',
});

/** Only one that no order has used: 409 `promotion_used`, which can be archived. */
export const remove = call('promotions.remove', 'DELETE', '/promotions/{id}', {
  access: 'owner',
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
  access: 'owner',
  offline: queue('replace'),
  body: StepBody,
  isBodyOptional: true,
  reply: Promotion,
  addition: true,
  summary: 'Stop a promotion for now',
});

export const resume = call('promotions.resume', 'POST', '/promotions/{id}/resume', {
  access: 'owner',
  offline: queue('replace'),
  body: StepBody,
  isBodyOptional: true,
  reply: Promotion,
  addition: true,
  summary: 'Start a draft, or go on after a pause',
});

/** For good: its code is free again. Its results stay. */
export const archive = call('promotions.archive', 'POST', '/promotions/{id}/archive', {
  access: 'owner',
  offline: queue('never'),
  body: StepBody,
  isBodyOptional: true,
  reply: Promotion,
  addition: true,
  summary: 'End a promotion for good',
});
