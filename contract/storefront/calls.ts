import * as z from 'zod/mini';
import { call, online } from '../call.ts';
import { Email } from '../auth/calls.ts';
import { MUTATION_BYTES } from '../limits.ts';
import { MessageText } from '../chats/calls.ts';
import { Allergen, Dietary } from '../menu/calls.ts';
import { OrderStatus, RejectionReason } from '../orders/calls.ts';
import { OpeningHours, OrderType } from '../restaurant/rows.ts';
import { isPhone } from '../auth/phone.ts';
import { Amount, CountryCode, Currency, Id, Instant, text, trimmedText } from '../fields.ts';

// The public intake: what a customer of one restaurant may see and do, without an account. Every call names the restaurant by its slug;
// an order or a chat is reached by the token that was handed out when it was made, and by nothing else.

const visit = online('sign_in');

/** Somebody must be able to call the customer back. */
const Phone = trimmedText(40).check(z.refine(isPhone, 'Not a telephone number'));

/** Why the restaurant takes no order now. */
export const ClosedReason = z.enum(['closed', 'paused']);

export const PublicRestaurant = z.object({
  slug: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  phone_number_business: z.nullable(z.string()),
  currency: Currency,
  timezone: z.string(),
  opening_hours: OpeningHours,
  order_type: z.array(OrderType),
  is_taking_orders: z.boolean(),
  closed_reason: z.nullable(ClosedReason),
  /** When it takes orders again, as far as that is known. */
  opens_at: z.nullable(Instant),
  prep_minutes: z.object({ pickup: z.int(), delivery: z.int(), dine_in: z.int() }),
});

export const PublicItem = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  image_url: z.nullable(z.string()),
  price_amount: Amount,
  currency: Currency,
  allergens: z.array(Allergen),
  may_contain: z.array(Allergen),
  /** False: nobody has said yet, which is not "none". */
  are_allergens_known: z.boolean(),
  dietary: z.array(Dietary),
  spice_level: z.nullable(z.int()),
  is_available: z.boolean(),
  available_again_at: z.nullable(Instant),
});

export const PublicMenu = z.object({
  books: z.array(
    z.object({
      id: Id,
      name: z.string(),
      description: z.string(),
      categories: z.array(z.object({ id: Id, name: z.string(), description: z.string(), items: z.array(PublicItem) })),
    }),
  ),
});

/** What a customer sees of an order. */
export const PublicOrder = z.object({
  token: z.string(),
  order_no: z.string(),
  order_status: OrderStatus,
  order_type: OrderType,
  placed_at: Instant,
  due_at: Instant,
  estimated_ready_at: z.nullable(Instant),
  answer_by_at: z.nullable(Instant),
  rejection_reason: z.nullable(RejectionReason),
  lines: z.array(
    z.object({
      name: z.string(),
      quantity: z.int(),
      unit_amount: Amount,
      total_amount: Amount,
      note: z.nullable(z.string()),
    }),
  ),
  currency: Currency,
  subtotal_amount: Amount,
  delivery_fee_amount: Amount,
  total_amount: Amount,
});

export const getRestaurant = call('storefront.getRestaurant', 'GET', '/public/restaurants/{slug}', {
  access: 'storefront',
  offline: visit,
  reply: PublicRestaurant,
  addition: true,
  summary: 'A restaurant as its customers see it',
});

export const getMenu = call('storefront.getMenu', 'GET', '/public/restaurants/{slug}/menu', {
  access: 'storefront',
  offline: visit,
  reply: PublicMenu,
  addition: true,
  summary: 'The published menu with what is sold out; hidden items are left out',
});

const WantedAddress = z.strictObject({
  line_1: trimmedText(120),
  line_2: z.nullable(text(120)),
  city: trimmedText(80),
  postal_code: trimmedText(20),
  country_code: CountryCode,
  instructions: z.nullable(text(200)),
});

/**
 * Places an order. Like every write of the storefront it is refused without an `Idempotency-Key`: a second try must not make a second order. The server prices it from its own menu.
 * 409 `restaurant_closed`, `ordering_paused` (with `current.opens_at`), `order_type_unavailable`, `items_unavailable` (with
 * `current.items`), `customer_blocked` (403), `price_changed` (only when `expected_total_amount` was given and differs, with `current.total_amount`).
 */
export const placeOrder = call('storefront.placeOrder', 'POST', '/public/restaurants/{slug}/orders', {
  access: 'storefront',
  offline: visit,
  body: z.strictObject({
    order_type: z.enum(['pickup', 'delivery', 'dine_in']),
    lines: z
      .array(
        z.strictObject({ menu_item_id: Id, quantity: z.int().check(z.gte(1), z.lte(99)), note: z.optional(text(200)) }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    customer: z.strictObject({ name: trimmedText(120), phone: Phone, email: z.optional(Email) }),
    delivery_address: z.optional(WantedAddress),
    table_name: z.optional(text(40)),
    /** Missing: as soon as possible. */
    scheduled_for: z.optional(Instant),
    customer_note: z.optional(text(500)),
    /** What the customer must not eat. */
    allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
    expected_total_amount: z.optional(Amount),
  }),
  bodyLimit: MUTATION_BYTES,
  reply: PublicOrder,
  isTokenSecret: true,
  addition: true,
  summary: 'Place an order',
});

export const getOrder = call('storefront.getOrder', 'GET', '/public/restaurants/{slug}/orders/{token}', {
  access: 'storefront',
  offline: visit,
  reply: PublicOrder,
  addition: true,
  summary: 'An order, by its token',
});

/** A message as the customer sees it. Staff stand with the restaurant's name, not with their own. */
export const PublicMessage = z.object({
  id: Id,
  author: z.enum(['customer', 'bot', 'staff', 'system']),
  message: z.string(),
  /** When it went out: the order in which the customer sees a chat, each later than the one before. */
  sent_at: Instant,
});

export const startChat = call('storefront.startChat', 'POST', '/public/restaurants/{slug}/chats', {
  access: 'storefront',
  offline: visit,
  body: z.strictObject({
    customer: z.strictObject({ name: trimmedText(120), phone: z.optional(Phone), email: z.optional(Email) }),
    message: MessageText,
  }),
  reply: z.object({ token: z.string(), restaurant_name: z.string(), messages: z.array(PublicMessage) }),
  isTokenSecret: true,
  addition: true,
  summary: 'Start a chat; needs an Idempotency-Key, so that a second try cannot start a second one',
});

export const listMessages = call(
  'storefront.listMessages',
  'GET',
  '/public/restaurants/{slug}/chats/{token}/messages',
  {
    access: 'storefront',
    offline: visit,
    /** `after`: the `sent_at` of the newest message that the customer has. */
    query: z.strictObject({ after: z.optional(Instant) }),
    reply: z.array(PublicMessage),
    addition: true,
    summary: 'Messages of a chat, by its token, oldest first; at most 200',
  },
);

/** Writing means having read what stands above. */
export const postMessage = call('storefront.postMessage', 'POST', '/public/restaurants/{slug}/chats/{token}/messages', {
  access: 'storefront',
  offline: visit,
  body: z.strictObject({ message: MessageText }),
  reply: PublicMessage,
  addition: true,
  summary: 'Write in a chat; needs an Idempotency-Key, so that a second try cannot write twice',
});

/** The ticks of the replies: what the customer's device has, and what was looked at. Reading a list changes nothing, so this is said apart. */
export const acknowledgeMessages = call(
  'storefront.acknowledgeMessages',
  'POST',
  '/public/restaurants/{slug}/chats/{token}/receipts',
  {
    access: 'storefront',
    offline: visit,
    body: z.strictObject({ delivery_status: z.enum(['delivered', 'read']), upto: Instant }),
    reply: z.object({ delivery_status: z.enum(['delivered', 'read']), upto: Instant }),
    addition: true,
    summary: 'Say which replies have arrived or been read',
  },
);
