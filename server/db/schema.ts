import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { channelReasons } from '../../contract/channels/calls.ts';
import type { MutationResult } from '../../contract/sync/calls.ts';
import type { Chat } from '../../contract/chats/calls.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { PushTopic } from '../../contract/notifications/push-calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Actor } from '../../contract/fields.ts';
import type { FieldChanges } from '../sync/field-merge.ts';
import type { ProviderClaims } from '../integrations/sign-in/provider.ts';
import { amount, byRestaurant, instant, json, syncedColumns, words } from './columns.ts';

// --- accounts: read by the role galley_auth only -------------------------------------------------------------------------------

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  name: text('name'),
  /** argon2id. Null: signs in through a provider; "forgot password" sets one. */
  password_hash: text('password_hash'),
  is_email_verified: boolean('is_email_verified').notNull().default(false),
  restaurant_id: uuid('restaurant_id').notNull(),
  created_at: instant('created_at').notNull(),
  updated_at: instant('updated_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the bearer token, hex. */
    token_hash: text('token_hash').primaryKey(),
    /** Null: made for an address that was taken; it reaches only verify and resend (decisions). */
    user_id: uuid('user_id'),
    email: text('email').notNull(),
    device_name: text('device_name'),
    created_at: instant('created_at').notNull(),
    last_seen_at: instant('last_seen_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    /** argon2id. Set: the session is a kitchen's, and money and settings wait for this PIN (contract/kitchen-mode/calls.ts). */
    kitchen_pin_hash: text('kitchen_pin_hash'),
    /** The PIN was right: until then the kitchen's session may do everything. */
    unlocked_until: instant('unlocked_until'),
  },
  (t) => [index('sessions_user').on(t.user_id)],
);

/** Who an account is at a provider that people sign in with: keyed on the provider's own subject, never on an address. */
export const user_identities = pgTable(
  'user_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    provider: text('provider', { enum: ['google', 'facebook'] }).notNull(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant('created_at').notNull(),
    last_used_at: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('user_identities_user').on(t.user_id)],
);

/**
 * A browser that has come back from a provider: each state is good for one return, and what the provider said waits here, for minutes, for
 * the one-time code that the page hands in (server/auth/provider/returns.ts).
 */
export const sign_in_returns = pgTable('sign_in_returns', {
  /** SHA-256 of the state, hex; so are the two below of the browser's cookie and of the code. */
  state_hash: text('state_hash').primaryKey(),
  provider: text('provider', { enum: ['google', 'facebook'] }).notNull(),
  browser_hash: text('browser_hash').notNull(),
  /** Null: the provider's answer is not here yet or was no good, or the code is used up. */
  code_hash: text('code_hash').unique(),
  claims: json<ProviderClaims>('claims'),
  created_at: instant('created_at').notNull(),
  expires_at: instant('expires_at').notNull(),
});

/** What this installation signs its pushes with, made once (server/push/vapid-keys.ts). The owner's role reads the private half alone. */
export const vapid_keys = pgTable('vapid_keys', {
  /** The uncompressed point, base64url. */
  public_key: text('public_key').primaryKey(),
  /** Sealed with SECRETS_KEY. */
  private_key: text('private_key').notNull(),
  created_at: instant('created_at').notNull(),
});

/** One-time codes and links, hashed, one live per user and purpose. */
export const email_codes = pgTable(
  'email_codes',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: ['verify', 'reset'] }).notNull(),
    /** HMAC of the code or link token. Null until the mail job has made it. */
    code_hash: text('code_hash'),
    tries: integer('tries').notNull().default(0),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [index('email_codes_user').on(t.user_id, t.purpose)],
);

/** What people wrote on the contact form: to whoever runs this installation, and about no restaurant. Read by the owner's role alone. */
export const contact_messages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of what was written and by whom, hex: the same again within a day is the same message. */
    fingerprint: text('fingerprint').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    restaurant_name: text('restaurant_name'),
    message: text('message').notNull(),
    created_at: instant('created_at').notNull(),
    mailed_at: instant('mailed_at'),
  },
  (t) => [
    index('contact_messages_fingerprint').on(t.fingerprint, t.created_at),
    index('contact_messages_created').on(t.created_at),
  ],
);

/** Fixed windows of tries, per account and per address; see server/auth/limits.ts. */
export const rate_limits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  window_ends_at: instant('window_ends_at').notNull(),
});

// --- the sync kernel ------------------------------------------------------------------------------------------------------------

/** One row a restaurant: its version counter, under whose row lock every mutating transaction runs. */
export const spaces = pgTable('spaces', {
  restaurant_id: uuid('restaurant_id').primaryKey(),
  epoch: text('epoch').notNull(),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  /** Tombstones below this version are gone: a cursor before it has to reset. */
  min_version: bigint('min_version', { mode: 'number' }).notNull().default(0),
});

export const sync_clients = pgTable(
  'sync_clients',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    client_id: uuid('client_id').notNull(),
    user_id: uuid('user_id').notNull(),
    last_mid: bigint('last_mid', { mode: 'number' }).notNull().default(0),
    /** The client holds the results up to here for good. */
    confirmed_mid: bigint('confirmed_mid', { mode: 'number' }).notNull().default(0),
    /** The mutation whose first try met a fault of ours. */
    failed_mid: bigint('failed_mid', { mode: 'number' }),
    schema: integer('schema').notNull(),
    seen_at: instant('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.client_id] })],
);

/**
 * What became of each mutation. What it says is kept until its client confirms, and 30 days at least; key and outcome stay. `client_id` is
 * the nil UUID for plain keyed calls, whose rows go after 30 days.
 */
export const mutation_results = pgTable(
  'mutation_results',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    key: uuid('key').notNull(),
    client_id: uuid('client_id').notNull(),
    mid: bigint('mid', { mode: 'number' }),
    /** SHA-256 of call name, path parameters and body. */
    request_hash: text('request_hash').notNull(),
    outcome: text('outcome', { enum: ['applied', 'rejected'] }).notNull(),
    status: integer('status').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    error: json<MutationResult['error']>('error'),
    notice: json<MutationResult['notice']>('notice'),
    reply: json<unknown>('reply'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurant_id, t.key] }),
    uniqueIndex('mutation_results_mid').on(t.restaurant_id, t.client_id, t.mid),
    // Of those that the purge has something to take from.
    index('mutation_results_at')
      .on(t.at)
      .where(
        sql`mid IS NULL OR reply IS NOT NULL OR jsonb_exists(notice, 'current') OR jsonb_exists(error, 'current')`,
      ),
  ],
);

// --- the trade: synced tables, behind row-level security --------------------------------------------------------------------------

export const restaurants = pgTable(
  'restaurants',
  {
    ...syncedColumns,
    name: words('name'),
    slug: text('slug').notNull(),
    email: words('email'),
    phone_number_business: text('phone_number_business'),
    phone_number_kitchen: text('phone_number_kitchen'),
    address: text('address'),
    postal_code: text('postal_code'),
    country_code: text('country_code'),
    city: text('city'),
    currency: text('currency').notNull().default('GBP'),
    order_type: json<Restaurant['order_type']>('order_type').notNull(),
    delivery_type: text('delivery_type', { enum: ['none', 'own_couriers', 'delivery_partner', 'both'] }).notNull(),
    is_profile_completed: boolean('is_profile_completed').notNull().default(false),
    timezone: text('timezone').notNull(),
    business_day_cutoff_time: text('business_day_cutoff_time').notNull(),
    locale: text('locale').notNull(),
    opening_hours: json<Restaurant['opening_hours']>('opening_hours').notNull(),
    ordering_status: text('ordering_status', { enum: ['open', 'paused'] }).notNull(),
    ordering_paused_until: instant('ordering_paused_until'),
    ordering_pause_reason: text('ordering_pause_reason', {
      enum: ['busy', 'kitchen_problem', 'staff', 'closing_early', 'other'],
    }),
    extra_prep_minutes: integer('extra_prep_minutes').notNull().default(0),
    extra_prep_until: instant('extra_prep_until'),
    ordering_changed_at: instant('ordering_changed_at'),
    ordering_op_id: uuid('ordering_op_id'),
    default_prep_minutes: json<Restaurant['default_prep_minutes']>('default_prep_minutes').notNull(),
    auto_accept: boolean('auto_accept').notNull().default(false),
    answer_deadline_minutes: integer('answer_deadline_minutes').notNull().default(10),
    default_theme: text('default_theme', { enum: ['light', 'dark'] }),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('restaurants_slug').on(t.slug),
    index('restaurants_version').on(t.restaurant_id, t.version),
  ],
);

/** When each field was edited last, and by which operation; never on the wire. */
const fieldChanges = () => json<FieldChanges>('field_changes').notNull().default({});

export const menu_books = pgTable(
  'menu_books',
  {
    ...syncedColumns,
    name: words('name'),
    description: words('description'),
    image_url: text('image_url'),
    status: text('status', { enum: ['draft', 'published', 'archived'] }).notNull(),
    is_default: boolean('is_default').notNull().default(false),
    sort_order: integer('sort_order').notNull().default(0),
    order_types: json<MenuBook['order_types']>('order_types').notNull(),
    availability_windows: json<MenuBook['availability_windows']>('availability_windows').notNull(),
    currency: text('currency').notNull(),
    tax_mode: text('tax_mode', { enum: ['inclusive', 'exclusive'] }).notNull(),
    source: text('source', { enum: ['manual', 'upload', 'csv'] }).notNull(),
    published_at: instant('published_at'),
    field_changes: fieldChanges(),
  },
  (t) => [byRestaurant(t), index('menu_books_version').on(t.restaurant_id, t.version)],
);

export const menu_categories = pgTable(
  'menu_categories',
  {
    ...syncedColumns,
    menu_book_id: uuid('menu_book_id').notNull(),
    name: words('name'),
    description: words('description'),
    sort_order: integer('sort_order').notNull().default(0),
    is_active: boolean('is_active').notNull().default(true),
    kitchen_station: text('kitchen_station'),
    availability_windows: json<MenuCategory['availability_windows']>('availability_windows').notNull(),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('menu_categories_version').on(t.restaurant_id, t.version),
    index('menu_categories_book').on(t.restaurant_id, t.menu_book_id),
  ],
);

export const menu_items = pgTable(
  'menu_items',
  {
    ...syncedColumns,
    menu_book_id: uuid('menu_book_id').notNull(),
    category_id: uuid('category_id').notNull(),
    name: words('name'),
    kitchen_name: text('kitchen_name'),
    description: words('description'),
    image_url: text('image_url'),
    price_amount: amount('price_amount'),
    currency: text('currency').notNull(),
    allergens: json<MenuItem['allergens']>('allergens').notNull(),
    may_contain: json<MenuItem['may_contain']>('may_contain').notNull(),
    allergens_confirmed_at: instant('allergens_confirmed_at'),
    dietary: json<MenuItem['dietary']>('dietary').notNull(),
    spice_level: integer('spice_level'),
    sort_order: integer('sort_order').notNull().default(0),
    availability_status: text('availability_status', { enum: ['available', 'sold_out', 'hidden'] }).notNull(),
    unavailable_until: instant('unavailable_until'),
    availability_reason: text('availability_reason', {
      enum: ['out_of_stock', 'equipment', 'quality', 'not_today', 'stock_zero', 'other'],
    }),
    availability_changed_at: instant('availability_changed_at'),
    availability_changed_by: json<Actor>('availability_changed_by'),
    availability_op_id: uuid('availability_op_id'),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('menu_items_version').on(t.restaurant_id, t.version),
    index('menu_items_category').on(t.restaurant_id, t.category_id),
  ],
);

export const orders = pgTable(
  'orders',
  {
    ...syncedColumns,
    order_no: text('order_no').notNull(),
    order_status: text('order_status', {
      enum: ['pending', 'accepted', 'preparing', 'ready', 'out_for_delivery', 'completed', 'rejected', 'cancelled'],
    }).notNull(),
    order_type: text('order_type', { enum: ['pickup', 'delivery', 'dine_in', 'catering', 'reservation'] }).notNull(),
    channel: text('channel', {
      enum: ['website', 'whatsapp', 'chatbot', 'phone', 'walk_in', 'qr_table', 'delivery_partner', 'api'],
    }).notNull(),
    external_id: text('external_id'),
    external_source: text('external_source'),
    short_code: text('short_code'),
    customer_id: uuid('customer_id'),
    /** SHA-256 of the customer's token, hex; never on the wire. */
    public_token_hash: text('public_token_hash'),
    customer: json<Order['customer']>('customer').notNull(),
    table_name: text('table_name'),
    guests_count: integer('guests_count'),
    delivery_address: json<Order['delivery_address']>('delivery_address'),
    is_asap: boolean('is_asap').notNull().default(true),
    scheduled_for: instant('scheduled_for'),
    due_at: instant('due_at').notNull(),
    estimated_ready_at: instant('estimated_ready_at'),
    prep_minutes: integer('prep_minutes'),
    answer_by_at: instant('answer_by_at'),
    seen_at: instant('seen_at'),
    acknowledged_by_device_ids: json<Order['acknowledged_by_device_ids']>('acknowledged_by_device_ids')
      .notNull()
      .default([]),
    lines: json<Order['lines']>('lines').notNull(),
    customer_note: text('customer_note'),
    kitchen_note: text('kitchen_note'),
    allergens: json<Order['allergens']>('allergens').notNull(),
    currency: text('currency').notNull(),
    subtotal_amount: amount('subtotal_amount'),
    discount_amount: amount('discount_amount'),
    delivery_fee_amount: amount('delivery_fee_amount'),
    service_charge_amount: amount('service_charge_amount'),
    packaging_fee_amount: amount('packaging_fee_amount'),
    tip_amount: amount('tip_amount'),
    tax_amount: amount('tax_amount'),
    total_amount: amount('total_amount'),
    paid_amount: amount('paid_amount'),
    refunded_amount: amount('refunded_amount'),
    due_amount: amount('due_amount'),
    taxes: json<Order['taxes']>('taxes').notNull(),
    payment_status: text('payment_status', {
      enum: ['unpaid', 'authorized', 'paid', 'partially_refunded', 'refunded', 'failed'],
    }).notNull(),
    payment_method: text('payment_method', {
      enum: ['card', 'cash', 'bank_transfer', 'mobile_money', 'wallet', 'payment_link', 'other'],
    }),
    rejection_reason: text('rejection_reason', {
      enum: ['busy', 'closing_early', 'out_of_stock', 'cannot_deliver', 'note_impossible', 'not_answered', 'other'],
    }),
    rejection_note: text('rejection_note'),
    cancellation_reason: text('cancellation_reason', {
      enum: ['customer_request', 'out_of_stock', 'kitchen_closed', 'no_show', 'payment_failed', 'duplicate', 'other'],
    }),
    cancellation_note: text('cancellation_note'),
    placed_at: instant('placed_at').notNull(),
    accepted_at: instant('accepted_at'),
    preparing_at: instant('preparing_at'),
    ready_at: instant('ready_at'),
    picked_up_at: instant('picked_up_at'),
    completed_at: instant('completed_at'),
    rejected_at: instant('rejected_at'),
    cancelled_at: instant('cancelled_at'),
    recalled_at: instant('recalled_at'),
    events: json<Order['events']>('events').notNull(),
  },
  (t) => [
    byRestaurant(t),
    index('orders_version').on(t.restaurant_id, t.version),
    index('orders_placed').on(t.restaurant_id, t.placed_at, t.id),
    index('orders_status').on(t.restaurant_id, t.order_status, t.placed_at),
    index('orders_answer_by')
      .on(t.answer_by_at)
      .where(sql`order_status = 'pending'`),
    index('orders_customer').on(t.restaurant_id, t.customer_id, t.placed_at),
    uniqueIndex('orders_token').on(t.restaurant_id, t.public_token_hash),
    uniqueIndex('orders_external').on(t.restaurant_id, t.external_source, t.external_id),
  ],
);

export const customers = pgTable(
  'customers',
  {
    ...syncedColumns,
    name: words('name'),
    email: text('email'),
    phone: text('phone'),
    phone_raw: text('phone_raw'),
    customer_status: text('customer_status', { enum: ['active', 'inactive', 'blocked'] }).notNull(),
    source: text('source', { enum: ['order', 'chat', 'reservation', 'import', 'manual'] }).notNull(),
    tags: json<Customer['tags']>('tags').notNull(),
    note: words('note'),
    allergens: json<Customer['allergens']>('allergens').notNull(),
    orders_count: integer('orders_count').notNull().default(0),
    total_spent_amount: amount('total_spent_amount'),
    currency: text('currency').notNull(),
    first_order_at: instant('first_order_at'),
    last_order_at: instant('last_order_at'),
    chat_id: uuid('chat_id'),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('customers_version').on(t.restaurant_id, t.version),
    uniqueIndex('customers_phone')
      .on(t.restaurant_id, t.phone)
      .where(sql`deleted_at is null`),
    uniqueIndex('customers_email')
      .on(t.restaurant_id, t.email)
      .where(sql`deleted_at is null`),
  ],
);

export const chats = pgTable(
  'chats',
  {
    ...syncedColumns,
    customer_id: uuid('customer_id').notNull(),
    customer_name: words('customer_name'),
    channel_type: text('channel_type', { enum: ['website', 'whatsapp'] }).notNull(),
    /** SHA-256 of the customer's token, hex; never on the wire. */
    public_token_hash: text('public_token_hash'),
    is_paused: boolean('is_paused').notNull().default(false),
    paused_at: instant('paused_at'),
    pause_changed_at: instant('pause_changed_at'),
    pause_op_id: uuid('pause_op_id'),
    paused_by: text('paused_by'),
    pause_reason: text('pause_reason', { enum: ['owner', 'staff_reply', 'customer_asked', 'bot_unsure'] }),
    paused_until: instant('paused_until'),
    needs_human: boolean('needs_human').notNull().default(false),
    unread_count: integer('unread_count').notNull().default(0),
    read_upto: instant('read_upto'),
    last_message_preview: words('last_message_preview'),
    last_message_author: text('last_message_author', { enum: ['customer', 'bot', 'staff', 'system'] }),
    last_message_at: instant('last_message_at').notNull(),
    last_inbound_at: instant('last_inbound_at'),
    reply_window_closes_at: instant('reply_window_closes_at'),
    open_order_ids: json<Chat['open_order_ids']>('open_order_ids').notNull(),
  },
  (t) => [
    byRestaurant(t),
    index('chats_version').on(t.restaurant_id, t.version),
    index('chats_customer').on(t.restaurant_id, t.customer_id),
    uniqueIndex('chats_token').on(t.restaurant_id, t.public_token_hash),
  ],
);

export const chat_messages = pgTable(
  'chat_messages',
  {
    ...syncedColumns,
    chat_id: uuid('chat_id').notNull(),
    author: text('author', { enum: ['customer', 'bot', 'staff', 'system'] }).notNull(),
    author_name: text('author_name'),
    type: text('type', { enum: ['text', 'note', 'order_card'] }).notNull(),
    message: text('message').notNull(),
    delivery_status: text('delivery_status', {
      enum: ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'],
    }).notNull(),
    failure_code: text('failure_code', {
      enum: ['window_closed', 'channel_paused', 'channel_error', 'blocked', 'rate_limited', 'too_long'],
    }),
    provider_message_id: text('provider_message_id'),
    composed_at: instant('composed_at'),
    sent_at: instant('sent_at'),
    delivered_at: instant('delivered_at'),
    read_at: instant('read_at'),
  },
  (t) => [
    byRestaurant(t),
    index('chat_messages_version').on(t.restaurant_id, t.version),
    index('chat_messages_chat').on(t.restaurant_id, t.chat_id, t.created_at, t.id),
    index('chat_messages_sent').on(t.restaurant_id, t.chat_id, t.sent_at),
    // Our replies that are not read yet: few, however long the chat.
    index('chat_messages_on_the_way')
      .on(t.restaurant_id, t.chat_id, t.created_at, t.id)
      .where(sql`author IN ('staff', 'bot') AND delivery_status IN ('queued', 'sending', 'sent', 'delivered')`),
  ],
);

export const notifications = pgTable(
  'notifications',
  {
    ...syncedColumns,
    entity: text('entity', { enum: ['restaurant', 'user'] }).notNull(),
    type: text('type', {
      enum: [
        'order_new',
        'order_unanswered',
        'order_cancelled',
        'order_rejected_timeout',
        'chat_message',
        'chat_needs_human',
        'chat_send_failed',
        'import_done',
        'security_login',
        'system',
      ],
    }).notNull(),
    title: words('title'),
    body: words('body'),
    severity: text('severity', { enum: ['info', 'success', 'warning', 'urgent'] }).notNull(),
    resource_type: text('resource_type', { enum: ['order', 'chat', 'customer', 'menu_item'] }),
    resource_id: uuid('resource_id'),
    url: text('url'),
    group_key: text('group_key'),
    read_at: instant('read_at'),
  },
  (t) => [
    byRestaurant(t),
    index('notifications_version').on(t.restaurant_id, t.version),
    index('notifications_newest').on(t.restaurant_id, t.created_at),
    index('notifications_group').on(t.restaurant_id, t.group_key),
  ],
);

/** A way on which customers write to the restaurant: its details as the owner entered them, and what the service says of them. */
export const channels = pgTable(
  'channels',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type', { enum: ['whatsapp'] }).notNull(),
    status: text('status', { enum: ['pending', 'connected', 'paused', 'error', 'disconnected'] }).notNull(),
    status_reason: text('status_reason', { enum: channelReasons }),
    phone_no_id: text('phone_no_id').notNull(),
    waba_id: text('waba_id').notNull(),
    /** Under SECRETS_KEY, for this row (server/channels/token.ts). */
    token_sealed: text('token_sealed').notNull(),
    token_last4: text('token_last4').notNull(),
    display_phone_number: text('display_phone_number'),
    verified_name: text('verified_name'),
    quality_rating: text('quality_rating', { enum: ['green', 'yellow', 'red', 'unknown'] }),
    checked_at: instant('checked_at'),
    last_error_at: instant('last_error_at'),
    last_error_code: text('last_error_code'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [byRestaurant(t), uniqueIndex('channels_number').on(t.restaurant_id, t.phone_no_id)],
);

/**
 * A customer's tries to pay, each from the moment in which they are sent to a payment provider. Whoever sends them makes the row and
 * puts its reference into the address that they come back to; what the provider then says is written here.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    /** SHA-256 of the reference, hex; the reference itself is known to the customer and the provider only. */
    reference_hash: text('reference_hash').notNull(),
    order_id: uuid('order_id'),
    order_no: text('order_no'),
    amount: amount('amount'),
    currency: text('currency').notNull(),
    payment_status: text('payment_status', {
      enum: ['pending', 'authorized', 'paid', 'partially_refunded', 'refunded', 'failed', 'cancelled', 'disputed'],
    }).notNull(),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    // By hash alone: whoever comes back names no restaurant.
    uniqueIndex('checkouts_reference').on(t.reference_hash),
    index('checkouts_order').on(t.restaurant_id, t.order_id),
  ],
);

/** Where a device's push service takes messages for it. */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    device_id: uuid('device_id').notNull(),
    /** Whoever ends the session, by logout or by a new password, ends this with it. */
    token_hash: text('token_hash')
      .notNull()
      .references(() => sessions.token_hash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    device_name: text('device_name').notNull(),
    wants: json<PushTopic[]>('wants').notNull(),
    created_at: instant('created_at').notNull(),
    last_seen_at: instant('last_seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurant_id, t.device_id] }),
    uniqueIndex('push_subscriptions_endpoint').on(t.restaurant_id, t.endpoint),
    index('push_subscriptions_session').on(t.token_hash),
  ],
);
