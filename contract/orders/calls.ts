import * as z from 'zod/mini';
import { type Body, call, queue, read } from '../call.ts';
import { Email } from '../auth/calls.ts';
import { DEVICE_NAME_MAX, ORDER_LINES_MAX } from '../limits.ts';
import { isPhone } from '../auth/phone.ts';
import { Allergen } from '../menu/calls.ts';
import { DateFilter, pagingQuery } from '../query.ts';
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
} from '../fields.ts';

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
export const OrderChannel = z.enum([
  'website',
  'whatsapp',
  'chatbot',
  'phone',
  'walk_in',
  'qr_table',
  'delivery_partner',
  'api',
]);

export const LineModifier = z.object({
  modifier_id: z.nullable(Id),
  group_name: z.string(),
  name: z.string(),
  prefix: z.enum(['none', 'extra', 'less', 'no']),
  quantity: z.int(),
  unit_amount: Amount,
  total_amount: Amount,
});

/** Data dictionary, section 3. A line is a snapshot: a later change of the menu does not touch it. */
export const OrderLine = z.object({
  id: Id,
  menu_item_id: z.nullable(Id),
  name: z.string(),
  quantity: z.int().check(z.gte(1)),
  unit_amount: Amount,
  total_amount: Amount,
  modifiers: z.optional(z.array(LineModifier)),
  note: z.optional(z.string()),
  allergens: z.optional(z.array(z.string())),
  /** The category's station when the order was made. */
  kitchen_station: z.optional(z.nullable(z.string())),
  /** Struck off in the kitchen; missing: new. The newest `line_status_at` stands. */
  line_status: z.optional(z.enum(['new', 'ready'])),
  line_status_at: z.optional(z.nullable(Instant)),
  line_status_op_id: z.optional(z.nullable(Id)),
  /** The device on which it was struck off, or put back. */
  line_status_device: z.optional(z.nullable(z.string())),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** One entry of the timeline, append-only. `at` is when it was done; `arrived_at` when the server heard of it. */
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
  /** Of `edited`: what became different. `from` and `to` are quantities, of a line only. */
  changes: z.optional(
    z.array(
      z.object({
        field: z.string(),
        /** Of a line: the dish. */
        name: z.nullable(z.string()),
        from: z.nullable(z.int()),
        to: z.nullable(z.int()),
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

/** Data dictionary, section 2. */
export const Order = z.object({
  ...syncedFields,
  order_no: z.string(),
  order_status: OrderStatus,
  order_type: OrderType,
  channel: OrderChannel,
  external_id: z.nullable(z.string()),
  external_source: z.nullable(z.string()),
  /** The code that a device gave an order made by hand; shown until the server has numbered it (`order_no` is empty until then). */
  short_code: z.nullable(z.string()),
  customer_id: z.nullable(Id),
  customer: z.object({ name: z.string(), phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  table_name: z.nullable(z.string()),
  guests_count: z.nullable(z.int()),
  delivery_address: z.nullable(DeliveryAddress),
  is_asap: z.boolean(),
  scheduled_for: z.nullable(Instant),
  /** When the customer expects it: the sort key of open orders. */
  due_at: Instant,
  estimated_ready_at: z.nullable(Instant),
  prep_minutes: z.nullable(z.int()),
  answer_by_at: z.nullable(Instant),
  seen_at: z.nullable(Instant),
  /** Devices that have it, for the alarm when none has. */
  acknowledged_by_device_ids: z.array(Id),
  lines: z.array(OrderLine),
  customer_note: z.nullable(z.string()),
  kitchen_note: z.nullable(z.string()),
  allergens: z.array(z.string()),
  currency: Currency,
  subtotal_amount: Amount,
  discount_amount: Amount,
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
  /** `occurred_at` of the newest recall: a forward step made before it is a no-op. */
  recalled_at: z.nullable(Instant),
  events: z.array(OrderEvent),
});
export type Order = z.infer<typeof Order>;

export const list = call('orders.list', 'GET', '/orders', {
  access: 'owner',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    /** A business day, or a range of them, of `placed_at`. */
    date: z.optional(DateFilter),
    /** Words looked for in order number, customer's name and phone, and the names of the dishes. */
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
  access: 'owner',
  offline: read,
  reply: Order,
  summary: 'One order',
});

/** Soft delete: only rejected, cancelled or never-paid orders; otherwise 409 `order_has_payment` (data dictionary, section 2). */
export const remove = call('orders.remove', 'POST', '/orders/delete', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({ orderId: Id, ...operationFields }),
  reply: z.object({ id: Id }),
  summary: 'Delete an order',
});

/** Undo of a deletion, for as long as the deleted row is kept. An order that is there is answered as it is. */
export const restore = call('orders.restore', 'POST', '/orders/{id}/restore', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({ ...operationFields }),
  reply: Order,
  addition: true,
  summary: 'Bring a deleted order back',
});

/**
 * A line as the counter wants it. With `menu_item_id` the dish is the menu's, and name, price, allergens and station are what the
 * device's menu said of it: the server takes its own, and refuses where the price is another one. Without, it is a dish that is on no
 * menu, with the name and price that are given.
 */
const WantedLine = z.strictObject({
  id: z.optional(Id),
  menu_item_id: z.nullable(Id),
  quantity: z.int().check(z.gte(1), z.lte(99)),
  note: z.optional(text(200)),
  name: z.optional(trimmedText(160)),
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

/** What can be said of an order by hand, when it is made and when it is corrected. */
const createManual = {
  customer: z.optional(WantedCustomer),
  customer_id: z.optional(z.nullable(Id)),
  table_name: z.optional(z.nullable(text(40))),
  guests_count: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(500)))),
  delivery_address: z.optional(z.nullable(WantedDelivery)),
  /** Null: as soon as possible. */
  scheduled_for: z.optional(z.nullable(Instant)),
  prep_minutes: z.optional(z.int().check(z.gte(1), z.lte(600))),
  customer_note: z.optional(z.nullable(text(500))),
  kitchen_note: z.optional(z.nullable(text(NOTE_CHARACTERS))),
  /** What the customer must not eat. */
  allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
};

const doneOn = {
  /** The name of the device it was done on, for the timeline. */
  device_name: z.optional(text(DEVICE_NAME_MAX)),
  was_offline: z.optional(z.boolean()),
  ...operationFields,
};

/** Version 1 took any words for a number. Those that nobody can call stand in the note: the order is not refused for them. */
function withNumberOnly(body: Body): Body {
  const customer = body.customer as { phone?: unknown } | null | undefined;
  const phone = customer?.phone;
  if (typeof phone !== 'string' || phone.trim() === '' || isPhone(phone)) return body;
  const note = [body.kitchen_note, `Phone: ${phone.trim()}`].filter(Boolean).join('. ');
  return { ...body, customer: { ...customer, phone: null }, kitchen_note: note.slice(0, NOTE_CHARACTERS) };
}

/**
 * An order by hand: by phone, at the counter or at a table. It is accepted when it is made, for the restaurant has taken it itself. The
 * device chooses its id and a short code, which stands until the server has numbered it; the server prices it from its own menu.
 * 409: `items_unavailable` (a dish that was sold out or gone before the order was taken, with `current.items`), `price_changed` (a line's
 * `unit_amount` is not the menu's any more, with `current.items`), `id_taken`.
 */
export const create = call('orders.create', 'POST', '/orders', {
  access: 'owner',
  offline: queue('never', [withNumberOnly]),
  body: z.strictObject({
    id: z.optional(Id),
    short_code: z.optional(z.string().check(z.regex(/^[A-Z]{1,2}\d{1,4}$/))),
    channel: z.enum(['phone', 'walk_in']),
    order_type: handOrderType,
    lines: wantedLines(100),
    /** Of the prices in the lines; the server uses the restaurant's. */
    currency: z.optional(Currency),
    ...createManual,
    ...doneOn,
  }),
  reply: Order,
  addition: true,
  summary: 'Take an order by phone, at the counter or at a table',
});

/**
 * Corrects an order that is not ready yet; what is not named stays. `lines` is the whole list as it is to be, and `lines_before` the one
 * that the person looked at: what somebody else did to other lines meanwhile stays. Without `lines_before` the list replaces what stands.
 * 409: `order_not_editable` (ready, on its way or closed, with `current`), `items_unavailable` and `price_changed` as above.
 */
export const edit = call('orders.edit', 'PUT', '/orders/{id}', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    order_type: z.optional(handOrderType),
    lines: z.optional(wantedLines(ORDER_LINES_MAX)),
    lines_before: z.optional(
      z
        .array(z.strictObject({ id: Id, quantity: z.int(), note: z.optional(text(2000)) }))
        .check(z.maxLength(ORDER_LINES_MAX)),
    ),
    ...createManual,
    ...doneOn,
  }),
  reply: Order,
  addition: true,
  summary: 'Correct an order before it is ready',
});

/**
 * Moves an order to `order_status` (data dictionary, section 2, with the merge rule). `reason` is required for rejected and is a
 * rejection or a cancellation reason; going back (ready or out_for_delivery or completed to an earlier state) is a recall and needs
 * `expected_status`. 409: `order_already_final`, `status_changed`, `transition_not_allowed`, each with `current`.
 */
export const setStatus = call('orders.setStatus', 'POST', '/orders/{id}/status', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    order_id: z.optional(Id),
    order_status: OrderStatus,
    reason: z.optional(z.union([RejectionReason, CancellationReason])),
    note: z.optional(text(500)),
    prep_minutes: z.optional(z.int().check(z.gte(1), z.lte(600))),
    expected_status: z.optional(OrderStatus),
    /** The name of the device it was done on, for the timeline. */
    device_name: z.optional(text(DEVICE_NAME_MAX)),
    was_offline: z.optional(z.boolean()),
    ...operationFields,
  }),
  reply: Order,
  summary: 'Move an order on',
});

/**
 * Strikes a line off in the kitchen, or takes the stroke back: an absolute value, allowed in every status. The newest `occurred_at`
 * stands, a tie goes to the greater `op_id` (order-lines.ts); the loser gets 200 and changes nothing, with the notice `already_done` where the
 * line says so already, else `superseded`. 404: no such order or line.
 */
export const setLineStatus = call('orders.setLineStatus', 'PUT', '/orders/{id}/lines/{lineId}/status', {
  access: 'owner',
  offline: queue('replace'),
  body: z.strictObject({ line_status: z.enum(['new', 'ready']), ...operationFields, ...deviceField }),
  reply: Order,
  addition: true,
  summary: 'Strike a line off in the kitchen',
});

/**
 * Somebody at this device has taken note of the order: it rings no more on it until the last call, and the alarm that no device has it
 * does not go off. A set union.
 */
export const acknowledge = call('orders.acknowledge', 'POST', '/orders/{id}/acknowledge', {
  access: 'owner',
  // A later one says nothing new, and an earlier one says when it was seen.
  offline: queue('never'),
  body: z.strictObject({ device_id: Id, ...operationFields }),
  reply: Order,
  addition: true,
  summary: 'A device has the order',
});

/**
 * Pause and rush, both as they are to be from now on. Each ends by itself at its instant; without one a pause lasts until somebody ends
 * it. The newest `occurred_at` stands, the loser gets 200 with the notice `superseded`.
 */
export const setOrdering = call('orders.setOrdering', 'PUT', '/ordering-status', {
  access: 'owner',
  offline: queue('replace'),
  body: z.strictObject({
    /** The restaurant whose row the device changed: there is one for a session, and another's is 404. */
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
