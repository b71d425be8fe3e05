import * as z from 'zod/mini';
import { type Body, call, queue, read } from '../call.ts';
import { AMOUNT_MAX, DEVICE_NAME_MAX, ORDER_LINES_MAX } from '../limits.ts';
import { isPhone } from '../auth/phone.ts';
import { Allergen } from '../menu/parts.ts';
import { AfterRow, DateFilter, pagingQuery } from '../query.ts';
import { OrderChannel } from './order-channel.ts';
import { OrderingPauseReason, OrderType, Restaurant } from '../restaurant/rows.ts';
import {
  Actor,
  Amount,
  CountryCode,
  Currency,
  Id,
  Instant,
  deviceField,
  operationFields,
  Price,
  syncedFields,
  text,
  trimmedText,
  Email,
} from '../fields.ts';
import { clip } from '../clip.ts';

export const orderStatuses = [
  'pending',
  'accepted',
  'preparing',
  'ready',
  'out_for_delivery',
  'completed',
  'rejected',
  'cancelled',
] as const;
export const OrderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const rejectionReasons = [
  'busy',
  'closing_early',
  'out_of_stock',
  'cannot_deliver',
  'note_impossible',
  'not_answered',
  'other',
] as const;
export const RejectionReason = z.enum(rejectionReasons);
export const cancellationReasons = [
  'customer_request',
  'out_of_stock',
  'kitchen_closed',
  'no_show',
  'payment_failed',
  'duplicate',
  'other',
] as const;
export const CancellationReason = z.enum(cancellationReasons);
export const PaymentStatus = z.enum(['unpaid', 'authorized', 'paid', 'partially_refunded', 'refunded', 'failed']);

/** `total_amount` is for all pieces of the line, without those that are free. */
export const LineModifier = z.object({
  modifier_id: z.nullable(Id),
  group_id: z.optional(Id),
  /** How far below: it belongs to the last one before it that is less deep. Missing: 0. */
  depth: z.optional(z.int()),
  group_name: z.string(),
  /** What the kitchen calls the group; missing: its choices say enough. */
  group_kitchen_name: z.optional(z.string()),
  name: z.string(),
  prefix: z.enum(['none', 'extra', 'less', 'no']),
  quantity: z.int(),
  unit_amount: Amount,
  total_amount: Amount,
});

/** A line is a snapshot: later changes of the menu do not affect it. */
export const OrderLine = z.object({
  id: Id,
  menu_item_id: z.nullable(Id),
  variant_id: z.optional(Id),
  /** With the variant: "Margherita, Large". */
  name: z.string(),
  kitchen_name: z.optional(z.string()),
  quantity: z.int().check(z.gte(1)),
  /** One piece without its modifiers. */
  unit_amount: Amount,
  total_amount: Amount,
  /** Missing: no tax is known of it. */
  tax_rate_bp: z.optional(z.int()),
  /** What the restaurant calls the rate. */
  tax_name: z.optional(z.string()),
  is_tax_inclusive: z.optional(z.boolean()),
  tax_amount: z.optional(Amount),
  /** Its part of the order's discounts; `total_amount` is without them. */
  discount_amount: z.optional(Amount),
  modifiers: z.optional(z.array(LineModifier)),
  note: z.optional(z.string()),
  allergens: z.optional(z.array(z.string())),
  /** The category's station when the order was placed. */
  kitchen_station: z.optional(z.nullable(z.string())),
  /** Done in the kitchen; missing: new. The newest `line_status_at` wins. */
  line_status: z.optional(z.enum(['new', 'ready'])),
  line_status_at: z.optional(z.nullable(Instant)),
  line_status_op_id: z.optional(z.nullable(Id)),
  /** The device on which the line's status was set. */
  line_status_device: z.optional(z.nullable(z.string())),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** A choice of a line, or its dish, as an event names it. */
const LineChoice = z.object({
  group_name: z.string(),
  name: z.string(),
  prefix: z.enum(['none', 'extra', 'less', 'no']),
  quantity: z.int(),
});
export type LineChoice = z.infer<typeof LineChoice>;

/** One event of the order, append-only. `at`: when it was done; `arrived_at`: when the server received it. */
export const OrderEvent = z.object({
  id: Id,
  type: z.enum(['placed', 'status', 'recall', 'edited', 'imported', 'note']),
  from: z.nullable(OrderStatus),
  to: z.nullable(OrderStatus),
  at: Instant,
  arrived_at: Instant,
  actor: z.nullable(Actor),
  device_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  was_offline: z.boolean(),
  /** Of `edited`: what changed. `from` and `to` are quantities, for lines only. */
  changes: z.optional(
    z.array(
      z.object({
        field: z.string(),
        /** The dish of a line. */
        name: z.nullable(z.string()),
        line_id: z.optional(Id),
        from: z.nullable(z.int()),
        to: z.nullable(z.int()),
        /** Of `line_choice`: all that was chosen of the dish, and is now. */
        choices: z.optional(z.object({ from: z.array(LineChoice), to: z.array(LineChoice) })),
      }),
    ),
  ),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

export const DeliveryAddress = z.object({
  line_1: z.string(),
  line_2: z.nullable(z.string()),
  city: z.string(),
  postal_code: z.string(),
  country_code: z.string(),
  instructions: z.nullable(z.string()),
});

/** What a promotion took off; `applies_to` says off what. */
const OrderDiscount = z.object({
  promotion_id: z.nullable(Id),
  code: z.nullable(z.string()),
  name: z.string(),
  discount_amount: Amount,
  applies_to: z.enum(['lines', 'delivery_fee']),
  /** Null: nobody had to. */
  approved_by: z.nullable(Actor),
});

export const Order = z.object({
  ...syncedFields,
  order_no: z.string(),
  order_status: OrderStatus,
  order_type: OrderType,
  channel: OrderChannel,
  external_id: z.nullable(z.string()),
  external_source: z.nullable(z.string()),
  /** A short code from the device of a manual order; shown until the server has numbered it (`order_no` is empty until then). */
  short_code: z.nullable(z.string()),
  customer_id: z.nullable(Id),
  customer: z.object({ name: z.string(), phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  table_name: z.nullable(z.string()),
  guests_count: z.nullable(z.int()),
  delivery_address: z.nullable(DeliveryAddress),
  is_asap: z.boolean(),
  scheduled_for: z.nullable(Instant),
  /** When the customer expects it. Sorts open orders. */
  due_at: Instant,
  estimated_ready_at: z.nullable(Instant),
  prep_minutes: z.nullable(z.int()),
  answer_by_at: z.nullable(Instant),
  seen_at: z.nullable(Instant),
  /** Devices that have the order; if none has, the alarm is raised. */
  acknowledged_by_device_ids: z.array(Id),
  lines: z.array(OrderLine),
  customer_note: z.nullable(z.string()),
  kitchen_note: z.nullable(z.string()),
  allergens: z.array(z.string()),
  currency: Currency,
  subtotal_amount: Amount,
  /** The sum of `discounts`, or of what an import brought. */
  discount_amount: Amount,
  /** Missing or null: none. */
  discounts: z.optional(z.nullable(z.array(OrderDiscount))),
  delivery_fee_amount: Amount,
  service_charge_amount: Amount,
  packaging_fee_amount: Amount,
  tip_amount: Amount,
  tax_amount: Amount,
  total_amount: Amount,
  paid_amount: Amount,
  refunded_amount: Amount,
  due_amount: Amount,
  taxes: z.array(
    z.object({
      name: z.string(),
      rate_bp: z.int(),
      is_inclusive: z.boolean(),
      taxable_amount: Amount,
      tax_amount: Amount,
    }),
  ),
  payment_status: PaymentStatus,
  payment_method: z.nullable(
    z.enum(['card', 'cash', 'bank_transfer', 'mobile_money', 'wallet', 'payment_link', 'other']),
  ),
  rejection_reason: z.nullable(RejectionReason),
  rejection_note: z.nullable(z.string()),
  cancellation_reason: z.nullable(CancellationReason),
  cancellation_note: z.nullable(z.string()),
  placed_at: Instant,
  accepted_at: z.nullable(Instant),
  preparing_at: z.nullable(Instant),
  ready_at: z.nullable(Instant),
  picked_up_at: z.nullable(Instant),
  completed_at: z.nullable(Instant),
  rejected_at: z.nullable(Instant),
  cancelled_at: z.nullable(Instant),
  /** `occurred_at` of the newest recall: an earlier forward step is ignored. */
  recalled_at: z.nullable(Instant),
  events: z.array(OrderEvent),
});
export type Order = z.infer<typeof Order>;

export const list = call('orders.list', 'GET', '/orders', {
  access: 'orders.read',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    after: z.optional(AfterRow),
    /** A business day or a range of them for `placed_at`. */
    date: z.optional(DateFilter),
    /** Search words for order number, customer's name and phone, and dishes. */
    orders: z.optional(text(100)),
    order_type: z.optional(OrderType),
    /** One status, or `open` (pending to out_for_delivery), or `closed` (rejected and cancelled). */
    order_status: z.optional(z.enum([...orderStatuses, 'open', 'closed'])),
  }),
  reply: Order,
  paged: true,
  summary: 'Orders, newest first',
});

export const get = call('orders.get', 'GET', '/orders/{id}', {
  access: 'orders.read',
  offline: read,
  reply: Order,
  summary: 'One order',
});

/** Soft delete: only rejected, cancelled or never-paid orders; otherwise 409 `order_has_payment`. */
export const remove = call('orders.remove', 'POST', '/orders/delete', {
  access: 'orders.cancel',
  offline: queue('never'),
  body: z.strictObject({ orderId: Id, ...operationFields }),
  reply: z.object({ id: Id }),
  summary: 'Delete an order',
});

/** Restores a deleted order while its row is kept. An existing order is returned unchanged. */
export const restore = call('orders.restore', 'POST', '/orders/{id}/restore', {
  access: 'orders.cancel',
  offline: queue('never'),
  body: z.strictObject({ ...operationFields }),
  reply: Order,
  addition: true,
  summary: 'Bring a deleted order back',
});

/** One choice. A group of words has `text` and no `modifier_id`. `depth`: it belongs to the last one before it that is less deep. */
export const ChosenModifier = z.strictObject({
  group_id: Id,
  modifier_id: z.nullable(Id),
  depth: z.optional(z.int().check(z.gte(0), z.lte(2))),
  prefix: z.optional(z.enum(['none', 'extra', 'less', 'no'])),
  quantity: z.optional(z.int().check(z.gte(1), z.lte(99))),
  text: z.optional(text(200)),
});

/** What the device's menu said of it besides: `unit_amount` of one, `each_amount` what the choice adds to one piece of the dish. */
export const WantedModifier = z.extend(ChosenModifier, {
  group_name: z.optional(text(120)),
  group_kitchen_name: z.optional(text(80)),
  name: z.optional(text(200)),
  unit_amount: z.optional(Price),
  each_amount: z.optional(z.int().check(z.gte(0), z.lte(AMOUNT_MAX))),
});

/**
 * A line as the point of sale requests it. With `menu_item_id` it is a dish of the menu: name, price, allergens and station are from the
 * device's menu, but the server uses its own and refuses if the price differs. Without, it is a custom dish with the given name and price.
 */
const WantedLine = z.strictObject({
  id: z.optional(Id),
  menu_item_id: z.nullable(Id),
  variant_id: z.optional(Id),
  modifiers: z.optional(z.array(WantedModifier).check(z.maxLength(60))),
  quantity: z.int().check(z.gte(1), z.lte(99)),
  note: z.optional(text(200)),
  name: z.optional(trimmedText(260)),
  kitchen_name: z.optional(text(260)),
  tax_rate_bp: z.optional(z.int().check(z.gte(0), z.lte(10_000))),
  tax_name: z.optional(text(60)),
  is_tax_inclusive: z.optional(z.boolean()),
  unit_amount: z.optional(Price),
  allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
  kitchen_station: z.optional(z.nullable(text(40))),
});
export type WantedLine = z.infer<typeof WantedLine>;

const wantedLines = (max: number) => z.array(WantedLine).check(z.minLength(1), z.maxLength(max), eachOnce);
const eachOnce = z.refine<WantedLine[]>((lines) => {
  const ids = lines.flatMap(({ id }) => id?.toLowerCase() ?? []);
  return new Set(ids).size === ids.length;
}, 'Two lines have the same id');

const WantedCustomer = z.strictObject({
  name: z.optional(text(120)),
  phone: z.optional(
    z.nullable(text(40).check(z.refine((s) => s.trim() === '' || isPhone(s), 'Not a telephone number'))),
  ),
  email: z.optional(z.nullable(Email)),
});

const WantedDelivery = z.strictObject({
  line_1: trimmedText(120),
  line_2: z.nullable(text(120)),
  city: text(80),
  postal_code: text(20),
  country_code: CountryCode,
  instructions: z.nullable(text(200)),
});

const NOTE_CHARACTERS = 500;

const handOrderType = z.enum(['pickup', 'delivery', 'dine_in', 'catering']);

/** Fields of a manual order, when it is created and when it is corrected. */
const createManual = {
  customer: z.optional(WantedCustomer),
  customer_id: z.optional(z.nullable(Id)),
  table_name: z.optional(z.nullable(text(40))),
  guests_count: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(500)))),
  delivery_address: z.optional(z.nullable(WantedDelivery)),
  /** What the customer was told; missing: as the delivery locations say, which may refuse it. */
  delivery_fee_amount: z.optional(Price),
  /** Chosen by staff, whatever the address says. */
  delivery_location_id: z.optional(z.nullable(Id)),
  /** Null: as soon as possible. */
  scheduled_for: z.optional(z.nullable(Instant)),
  prep_minutes: z.optional(z.int().check(z.gte(1), z.lte(600))),
  customer_note: z.optional(z.nullable(text(500))),
  kitchen_note: z.optional(z.nullable(text(NOTE_CHARACTERS))),
  /** Allergies of the customer. */
  allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
};

const CODE_MAX = 40;
/** Codes of promotions, in any case. */
export const PromotionCodes = z.array(trimmedText(CODE_MAX)).check(z.maxLength(5));

/** What a device's copy of a promotion takes off; the server works it out anew, and its sum stands. */
const WantedDiscount = z.strictObject({
  promotion_id: Id,
  code: z.nullable(text(CODE_MAX)),
  name: text(120),
  discount_amount: Price,
  applies_to: z.enum(['lines', 'delivery_fee']),
  lines: z.optional(
    z.array(z.strictObject({ line_id: Id, discount_amount: Price })).check(z.maxLength(ORDER_LINES_MAX)),
  ),
});
export type WantedDiscount = z.infer<typeof WantedDiscount>;

const withPromotions = {
  /** 409 `promotion_not_applicable` or `promotion_exhausted` if one of them does nothing for the order. */
  promotion_codes: z.optional(PromotionCodes),
  discounts: z.optional(z.array(WantedDiscount).check(z.maxLength(50))),
};

const doneOn = {
  /** Name of the device, for the order's events. */
  device_name: z.optional(text(DEVICE_NAME_MAX)),
  was_offline: z.optional(z.boolean()),
  ...operationFields,
};

/** Version 1 accepted any text as a number. Text that nobody can call is moved to the note, so that the order is not refused. */
function withNumberOnly(body: Body): Body {
  const customer = body.customer as { phone?: unknown } | null | undefined;
  const phone = customer?.phone;
  if (typeof phone !== 'string' || phone.trim() === '' || isPhone(phone)) return body;
  const note = [body.kitchen_note, `Phone: ${phone.trim()}`].filter(Boolean).join('. ');
  return { ...body, customer: { ...customer, phone: null }, kitchen_note: clip(note, NOTE_CHARACTERS, '') };
}

/**
 * A manual order: by phone, at the counter or at a table. It starts as accepted, because the restaurant took it. The device chooses its id
 * and a short code, used until the server has numbered it; the server prices it from its own menu. 409: `items_unavailable` (a dish was
 * sold out or removed before the order was taken, with `current.items`), `price_changed` (a line's `unit_amount` differs from the menu,
 * with `current.items`), `id_taken`; for a delivery without a fee `delivery_unavailable` and `below_minimum`.
 */
export const create = call('orders.create', 'POST', '/orders', {
  access: 'orders.take',
  offline: queue('never', [withNumberOnly]),
  body: z.strictObject({
    id: z.optional(Id),
    short_code: z.optional(z.string().check(z.regex(/^[A-Z]{1,2}\d{1,4}$/))),
    channel: z.enum(['phone', 'walk_in']),
    order_type: handOrderType,
    lines: wantedLines(100),
    /** Currency of the lines' prices; the server uses the restaurant's. */
    currency: z.optional(Currency),
    ...withPromotions,
    ...createManual,
    ...doneOn,
  }),
  reply: Order,
  addition: true,
  summary: 'Take an order by phone, at the counter or at a table',
});

/**
 * Corrects an order that is not ready yet; fields that are not named stay. `lines` is the complete wanted list, and `lines_before` the one
 * that the person saw, so that changes by others to other lines stay. Without `lines_before` the list replaces the current one. A line that
 * the order has keeps its choices and its price, unless it names another dish, `variant_id` or `modifiers`: then it is priced anew. 409:
 * `order_not_editable` (ready, on its way or closed, with `current`), and what is refused of a new order, as above.
 */
export const edit = call('orders.edit', 'PUT', '/orders/{id}', {
  access: 'orders.take',
  offline: queue('never'),
  body: z.strictObject({
    order_type: z.optional(handOrderType),
    lines: z.optional(wantedLines(ORDER_LINES_MAX)),
    lines_before: z.optional(
      z
        .array(z.strictObject({ id: Id, quantity: z.int(), note: z.optional(text(2000)) }))
        .check(z.maxLength(ORDER_LINES_MAX)),
    ),
    /** `promotion_codes` replaces those that it has. */
    ...withPromotions,
    ...createManual,
    ...doneOn,
  }),
  reply: Order,
  addition: true,
  summary: 'Correct an order before it is ready',
});

/**
 * Moves an order to `order_status` (by the merge rule). `reason` is required for rejected, and is a rejection
 * or cancellation reason. Going back (from ready, out_for_delivery or completed) is a recall and needs `expected_status`. 409:
 * `order_already_final`, `status_changed`, `transition_not_allowed`, each with `current`.
 */
export const setStatus = call('orders.setStatus', 'POST', '/orders/{id}/status', {
  access: 'orders.work',
  // What was paid is given back.
  needs: ({ order_status }: { order_status: OrderStatus }) => (order_status === 'cancelled' ? 'orders.cancel' : null),
  offline: queue('never'),
  body: z.strictObject({
    order_id: z.optional(Id),
    order_status: OrderStatus,
    reason: z.optional(z.union([RejectionReason, CancellationReason])),
    note: z.optional(text(500)),
    prep_minutes: z.optional(z.int().check(z.gte(1), z.lte(600))),
    expected_status: z.optional(OrderStatus),
    /** Name of the device, for the order's events. */
    device_name: z.optional(text(DEVICE_NAME_MAX)),
    was_offline: z.optional(z.boolean()),
    ...operationFields,
  }),
  reply: Order,
  summary: 'Move an order on',
});

/**
 * Sets a line's status in the kitchen, as an absolute value, in every order status. The newest `occurred_at` wins, then the greater `op_id`
 * (lines.ts). The loser gets 200 and changes nothing, with the notice `already_done` if the line has that status already, else
 * `superseded`. 404: no such order or line.
 */
export const setLineStatus = call('orders.setLineStatus', 'PUT', '/orders/{id}/lines/{lineId}/status', {
  access: 'orders.work',
  offline: queue('replace'),
  body: z.strictObject({ line_status: z.enum(['new', 'ready']), ...operationFields, ...deviceField }),
  reply: Order,
  addition: true,
  summary: 'Strike a line off in the kitchen',
});

/**
 * Somebody at this device has seen the order: it stops ringing there until the last call, and the alarm that no device has it is not
 * raised. A set union.
 */
export const acknowledge = call('orders.acknowledge', 'POST', '/orders/{id}/acknowledge', {
  access: 'orders.work',
  // A later one adds nothing, but an earlier one tells when the order was first seen.
  offline: queue('never'),
  body: z.strictObject({ device_id: Id, ...operationFields }),
  reply: Order,
  addition: true,
  summary: 'A device has the order',
});

/**
 * Sets pause and rush as absolute values. Each ends by itself at its instant; a pause without one lasts until somebody ends it. The newest
 * `occurred_at` wins; the loser gets 200 with the notice `superseded`.
 */
export const setOrdering = call('orders.setOrdering', 'PUT', '/ordering-status', {
  access: 'orders.pause',
  offline: queue('replace'),
  body: z.strictObject({
    /** The restaurant whose row the device changed. A session has only one; another id is 404. */
    restaurant_id: z.optional(Id),
    ordering_status: z.enum(['open', 'paused']),
    ordering_paused_until: z.optional(z.nullable(Instant)),
    ordering_pause_reason: z.optional(z.nullable(OrderingPauseReason)),
    extra_prep_minutes: z.int().check(z.gte(0), z.lte(120)),
    extra_prep_until: z.optional(z.nullable(Instant)),
    ...operationFields,
  }),
  reply: Restaurant,
  addition: true,
  summary: 'Pause ordering, or promise more time',
});
