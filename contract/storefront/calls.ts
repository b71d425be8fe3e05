import * as z from 'zod/mini';
import { Point } from '../delivery/rows.ts';
import { call, online } from '../call.ts';
import { MUTATION_BYTES } from '../limits.ts';
import { Choices, MessageText } from '../chats/calls.ts';
import { bookShapes, categoryShapes } from '../menu/calls.ts';
import { itemShapes } from '../menu/item-shapes.ts';
import { Allergen } from '../menu/parts.ts';
import { ChosenModifier, Order, OrderStatus, PromotionCodes, RejectionReason } from '../orders/calls.ts';
import { SelectionType } from '../menu/modifiers.ts';
import { OpeningHours, OrderType } from '../restaurant/rows.ts';
import { isPhone } from '../auth/phone.ts';
import { Amount, CountryCode, Currency, Id, Instant, Price, text, trimmedText, Email } from '../fields.ts';

// The storefront API: what customers of a restaurant may see and do without an account. Every call names the restaurant by its slug. An
// order or chat is reached only by the token returned when it was created.

const visit = online('sent_at_once');

/** The restaurant must be able to call the customer back. */
const Phone = trimmedText(40).check(z.refine(isPhone, 'Not a telephone number'));

/** Why the restaurant takes no orders now. */
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
  /** When it takes orders again, if known. */
  opens_at: z.nullable(Instant),
  prep_minutes: z.object({ pickup: z.int(), delivery: z.int(), dine_in: z.int() }),
  /** Before then an order for now is ready before closing. Null: none is taken now, or the restaurant never closes. */
  last_order_at: z.object({
    pickup: z.nullable(Instant),
    delivery: z.nullable(Instant),
    dine_in: z.nullable(Instant),
  }),
});

const availability = { is_available: z.boolean(), available_again_at: z.nullable(Instant) };

export const PublicItem = z.object({
  id: Id,
  ...itemShapes.public,
  /** Complete, 800 pixels wide; `?width=` 320 or 1600 for others. Any website may show it. */
  image_url: z.nullable(z.string()),
  /** Further images, in their order. */
  images: z.array(z.string()),
  currency: Currency,
  /** False: nobody has confirmed them, which does not mean "none". */
  are_allergens_known: z.boolean(),
  /** One of them is chosen, the usual one where none is named; their prices stand instead of the item's. */
  variants: z.array(
    z.object({ id: Id, name: z.string(), price_amount: Amount, is_default: z.boolean(), ...availability }),
  ),
  /** Asked for in this order; each stands once in the menu's `modifier_groups`. */
  modifier_group_ids: z.array(Id),
  /** Basis points; null: no tax is shown. */
  tax_rate_bp: z.nullable(z.int()),
  is_tax_inclusive: z.boolean(),
  ...availability,
  /**
   * `no_choice`: something must be chosen, and nothing of it is left. `outside_windows`: it is served at other times. `open_price`: staff
   * say what it costs, so it is ordered from them.
   */
  unavailable_reason: z.nullable(z.enum(['sold_out', 'no_choice', 'outside_windows', 'open_price'])),
});

/** Choices of a dish; see the rules of a selection at the owner's call. */
export const PublicGroup = z.object({
  id: Id,
  name: z.string(),
  selection_type: SelectionType,
  min_selected: z.int(),
  max_selected: z.nullable(z.int()),
  /** The first of what is chosen cost nothing. */
  free_count: z.int(),
  modifiers: z.array(
    z.object({
      id: Id,
      name: z.string(),
      price_amount: Amount,
      is_default: z.boolean(),
      max_quantity: z.nullable(z.int()),
      allergens: z.array(Allergen),
      may_contain: z.array(Allergen),
      /** False: nobody has said that this is all, which does not mean "none". */
      are_allergens_known: z.boolean(),
      /** Asked for when it was chosen. */
      nested_group_ids: z.array(Id),
      ...availability,
    }),
  ),
});

export const PublicMenu = z.object({
  modifier_groups: z.array(PublicGroup),
  books: z.array(
    z.object({
      id: Id,
      ...bookShapes.public,
      categories: z.array(
        z.object({
          id: Id,
          ...categoryShapes.public,
          items: z.array(PublicItem),
        }),
      ),
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
      /** `depth`: how far a choice lies below the one before it. */
      modifiers: z.array(z.object({ name: z.string(), quantity: z.int(), total_amount: Amount, depth: z.int() })),
      note: z.nullable(z.string()),
    }),
  ),
  currency: Currency,
  subtotal_amount: Amount,
  /** What promotions took off, and each of them. */
  discount_amount: Amount,
  discounts: z.array(z.object({ name: z.string(), code: z.nullable(z.string()), discount_amount: Amount })),
  /** With what comes on top of the prices and what is in them. */
  tax_amount: Amount,
  /** Those that are not inclusive come on top of the prices. */
  taxes: Order.shape.taxes,
  delivery_fee_amount: Amount,
  service_charge_amount: Amount,
  packaging_fee_amount: Amount,
  tip_amount: Amount,
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
  /** May be empty where addresses have none. */
  postal_code: text(20),
  country_code: CountryCode,
  instructions: z.nullable(text(200)),
  /** A named area that the customer chose; and where the address is, for areas that are drawn on a map. They only price the delivery. */
  area: z.optional(text(80)),
  location: z.optional(Point),
});

/** A dish as it is wanted. */
export const BasketLine = z.strictObject({
  menu_item_id: Id,
  variant_id: z.optional(Id),
  modifiers: z.optional(z.array(ChosenModifier).check(z.maxLength(60))),
  quantity: z.int().check(z.gte(1), z.lte(99)),
  note: z.optional(text(200)),
});

/**
 * Places an order. Like every storefront write it needs an `Idempotency-Key`, so that a retry does not create a second order. The server
 * prices it from its own menu.
 * 409 `delivery_unavailable` (with `current.needs_location`: a point of the address may help), `below_minimum` (with
 * `current.min_order_amount`), `slot_full` (a scheduled order, with `current.next_at`), `restaurant_closed`, `ordering_paused` (with
 * `current.opens_at`; with `current.closes_at` if an order for now would be ready after that), `order_type_unavailable`, `items_unavailable` (with `current.items`), `customer_blocked` (403),
 * `promotion_exhausted` and `promotion_not_applicable` (a code does nothing for the order, with `current.code` and `current.reason`),
 * `price_changed` (only if `expected_total_amount` was given and differs, with what the total is made of in `current`).
 */
export const placeOrder = call('storefront.placeOrder', 'POST', '/public/restaurants/{slug}/orders', {
  access: 'storefront',
  offline: visit,
  body: z.strictObject({
    /** `catering`: a request for `scheduled_for`, which the restaurant answers by hand. */
    order_type: z.enum(['pickup', 'delivery', 'dine_in', 'catering']),
    lines: z.array(BasketLine).check(z.minLength(1), z.maxLength(100)),
    customer: z.strictObject({ name: trimmedText(120), phone: Phone, email: z.optional(Email) }),
    delivery_address: z.optional(WantedAddress),
    table_name: z.optional(text(40)),
    guests_count: z.optional(z.int().check(z.gte(1), z.lte(5000))),
    /** Missing: as soon as possible. */
    scheduled_for: z.optional(Instant),
    customer_note: z.optional(text(500)),
    /** Allergies of the customer. */
    allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
    promotion_codes: z.optional(PromotionCodes),
    expected_total_amount: z.optional(Amount),
  }),
  bodyLimit: MUTATION_BYTES,
  reply: PublicOrder,
  isTokenSecret: true,
  addition: true,
  summary: 'Place an order',
});

const Degrees = text(24).check(z.regex(/^-?\d{1,3}(\.\d+)?$/));

/** What delivery to an address costs for this much food; the same rules as for an order. */
export const quoteDelivery = call('storefront.quoteDelivery', 'GET', '/public/restaurants/{slug}/delivery', {
  access: 'storefront',
  offline: visit,
  query: z.strictObject({
    postal_code: text(20),
    city: z.optional(text(80)),
    area: z.optional(text(80)),
    lat: z.optional(Degrees),
    lng: z.optional(Degrees),
    /** Of the food, minor units. */
    subtotal_amount: z.optional(text(12).check(z.regex(/^\d+$/))),
    /** When it is wanted; missing: now. */
    at: z.optional(Instant),
  }),
  reply: z.object({
    fee_amount: Amount,
    currency: Currency,
    eta_max_minutes: z.nullable(z.int()),
    /** What can be chosen where the restaurant delivers to named areas. */
    areas: z.array(z.string()),
  }),
  addition: true,
  summary: 'What delivery to an address costs',
});

export const getOrder = call('storefront.getOrder', 'GET', '/public/restaurants/{slug}/orders/{token}', {
  access: 'storefront',
  offline: visit,
  reply: PublicOrder,
  addition: true,
  summary: 'An order, by its token',
});

/**
 * Cancels an order that the restaurant has not answered yet. Repeated, it is a success without effect.
 * 409 `status_changed` once the restaurant has accepted it, `order_already_final`.
 */
export const cancelOrder = call('storefront.cancelOrder', 'POST', '/public/restaurants/{slug}/orders/{token}/cancel', {
  access: 'storefront',
  offline: visit,
  isBodyOptional: true,
  body: z.strictObject({}),
  reply: PublicOrder,
  // The reply names the token.
  isTokenSecret: true,
  addition: true,
  summary: 'Cancel an order that nobody has accepted yet',
});

export const RATING_COMMENT_MAX = 1000;
export const OrderRating = z.object({
  /** From 1 (bad) to 5 (very good). */
  rating: z.int().check(z.gte(1), z.lte(5)),
  comment: text(RATING_COMMENT_MAX),
});
export type OrderRating = z.infer<typeof OrderRating>;

/** What the customer thought of a completed order; the newest counts. 409 `status_changed` before it is completed. */
export const rateOrder = call('storefront.rateOrder', 'POST', '/public/restaurants/{slug}/orders/{token}/rating', {
  access: 'storefront',
  offline: visit,
  body: z.strictObject({ rating: OrderRating.shape.rating, comment: z.optional(text(RATING_COMMENT_MAX)) }),
  reply: OrderRating,
  addition: true,
  summary: 'Rate a completed order',
});

/**
 * A page of the payment provider for what the order owes. Sent again, it is the same page while it is open. It leads back to /success or
 * /failure with a `reference`, by which `storefront.getPayment` says what became of it.
 * 409 `nothing_due`, `order_already_final`, `payments_not_set_up`; 422 `provider_refused`; 503 `provider_unavailable`.
 */
export const checkout = call('storefront.checkout', 'POST', '/public/restaurants/{slug}/orders/{token}/checkout', {
  access: 'storefront',
  offline: visit,
  isBodyOptional: true,
  body: z.strictObject({ tip_amount: z.optional(Price) }),
  reply: z.object({
    checkout_url: z.string(),
    /** With the tip. */
    amount: Amount,
    currency: Currency,
    expires_at: z.nullable(Instant),
  }),
  addition: true,
  summary: 'Pay for an order online',
});

/** A message as the customer sees it. Staff appear under the restaurant's name. */
export const PublicMessage = z.object({
  id: Id,
  author: z.enum(['customer', 'bot', 'staff', 'system']),
  message: z.string(),
  /** What can be chosen instead of writing; null: nothing. */
  choices: z.nullable(Choices),
  /** When it was sent. Orders the chat for the customer; each is later than the one before. */
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

/** Also marks everything above as read. */
export const postMessage = call('storefront.postMessage', 'POST', '/public/restaurants/{slug}/chats/{token}/messages', {
  access: 'storefront',
  offline: visit,
  /** `choice_id`: of the choices of an earlier message; `message` is its title. */
  body: z.strictObject({ message: MessageText, choice_id: z.optional(text(200)) }),
  reply: PublicMessage,
  addition: true,
  summary: 'Write in a chat; needs an Idempotency-Key, so that a second try cannot write twice',
});

/** Reports replies as delivered and read. Separate from reading the list, which changes nothing. */
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
