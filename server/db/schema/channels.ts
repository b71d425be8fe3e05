import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryPartner } from '../../../contract/delivery-partners/calls.ts';
import { channelReasons, channelTypes, type ChannelTemplate, type Channel } from '../../../contract/channels/calls.ts';
import { byRestaurant, instant, json } from '../columns.ts';

/** A connected service: the details that the owner entered or allowed, and the service's status. */
export const channels = pgTable(
  'channels',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type', { enum: channelTypes }).notNull(),
    status: text('status').$type<Channel['status']>().notNull(),
    status_reason: text('status_reason', { enum: channelReasons }),
    phone_no_id: text('phone_no_id'),
    waba_id: text('waba_id'),
    /** WhatsApp: its messages come to this restaurant. Set when a check proves that its token may use the number. */
    is_routed: boolean('is_routed').notNull().default(false),
    /** WhatsApp's access token or Google's refresh token, encrypted with SECRETS_KEY for this row (server/channels/token.ts). */
    token_sealed: text('token_sealed').notNull(),
    token_last4: text('token_last4').notNull(),
    display_phone_number: text('display_phone_number'),
    verified_name: text('verified_name'),
    quality_rating: text('quality_rating').$type<NonNullable<Channel['quality_rating']>>(),
    templates: json<ChannelTemplate[]>('templates').notNull().default([]),
    account_email: text('account_email'),
    calendar_name: text('calendar_name'),
    token_expires_at: instant('token_expires_at'),
    /** Google: what has been read so far. Null: everything is to be read. */
    sync_token: text('sync_token'),
    checked_at: instant('checked_at'),
    last_event_at: instant('last_event_at'),
    last_error_at: instant('last_error_at'),
    last_error_code: text('last_error_code'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('channels_number').on(t.restaurant_id, t.phone_no_id),
    uniqueIndex('channels_route')
      .on(t.phone_no_id)
      .where(sql`is_routed`),
    uniqueIndex('channels_calendar')
      .on(t.restaurant_id)
      .where(sql`type = 'google_calendar'`),
  ],
);

/** Who writes over WhatsApp. The user id is the identity; the phone number may be missing, and either may change. */
export const whatsapp_contacts = pgTable(
  'whatsapp_contacts',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    channel_id: uuid('channel_id').notNull(),
    /** Business-scoped user id, as it came. */
    user_id: text('user_id'),
    /** Phone number without a plus. */
    wa_id: text('wa_id'),
    username: text('username'),
    customer_id: uuid('customer_id').notNull(),
    chat_id: uuid('chat_id').notNull(),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('whatsapp_contacts_user').on(t.restaurant_id, t.user_id),
    uniqueIndex('whatsapp_contacts_phone').on(t.restaurant_id, t.wa_id),
    uniqueIndex('whatsapp_contacts_chat').on(t.restaurant_id, t.chat_id),
  ],
);

/** Verified events of WhatsApp's webhook, each once. A job applies them in order; deleted after 30 days. */
export const whatsapp_events = pgTable(
  'whatsapp_events',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    /** Order of arrival. */
    place: serial('place').notNull(),
    channel_id: uuid('channel_id').notNull(),
    event_key: text('event_key').notNull(),
    event: json<unknown>('event').notNull(),
    received_at: instant('received_at').notNull(),
    tries: integer('tries').notNull().default(0),
    processed_at: instant('processed_at'),
    /** Why it changed nothing, such as a message of a blocked customer. */
    outcome: text('outcome'),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('whatsapp_events_key').on(t.restaurant_id, t.event_key),
    index('whatsapp_events_open')
      .on(t.restaurant_id, t.place)
      .where(sql`processed_at IS NULL`),
    index('whatsapp_events_time').on(t.received_at),
  ],
);

/** Files of chats. Their bytes lie in the file store and are shown to staff only. */
export const chat_files = pgTable(
  'chat_files',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    chat_id: uuid('chat_id').notNull(),
    /** Null: uploaded, and no reply names it yet. */
    message_id: uuid('message_id'),
    /** WhatsApp's id of a file that a customer sent. */
    media_id: text('media_id'),
    mime_type: text('mime_type').notNull(),
    file_name: text('file_name'),
    bytes: integer('bytes'),
    created_at: instant('created_at').notNull(),
    stored_at: instant('stored_at'),
  },
  (t) => [byRestaurant(t), index('chat_files_chat').on(t.restaurant_id, t.chat_id)],
);

/** Events of the connected calendar: ours, which are sent there, and those of other people, which take time. */
export const calendar_events = pgTable(
  'calendar_events',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    /** Of our own events the id of what they are for, such as a reservation. */
    id: uuid('id').notNull(),
    origin: text('origin', { enum: ['galley', 'google'] }).notNull(),
    google_event_id: text('google_event_id').notNull(),
    summary: text('summary').notNull(),
    description: text('description').notNull().default(''),
    starts_at: instant('starts_at').notNull(),
    ends_at: instant('ends_at').notNull(),
    time_zone: text('time_zone').notNull(),
    is_cancelled: boolean('is_cancelled').notNull().default(false),
    /** Shown as free in the calendar: it takes no time. */
    is_free: boolean('is_free').notNull().default(false),
    /** Ours: when Google had this state of it. Null: it is still to be sent. */
    sent_at: instant('sent_at'),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('calendar_events_google').on(t.restaurant_id, t.google_event_id),
    index('calendar_events_time').on(t.restaurant_id, t.starts_at),
  ],
);

/** How to reach the restaurant's delivery partner. Secrets are encrypted and never leave the server. */
export const delivery_partners = pgTable(
  'delivery_partners',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    partner: text('partner').$type<DeliveryPartner['partner']>().notNull(),
    adapter: text('adapter').$type<DeliveryPartner['adapter']>().notNull(),
    base_url: text('base_url'),
    health_path: text('health_path'),
    pickup_location_id: text('pickup_location_id'),
    /** API key and webhook secret, encrypted together (server/delivery-partners/secrets.ts). */
    secrets_sealed: text('secrets_sealed'),
    api_key_last4: text('api_key_last4').notNull().default(''),
    has_api_key: boolean('has_api_key').notNull().default(false),
    has_webhook_secret: boolean('has_webhook_secret').notNull().default(false),
    status: text('status').$type<DeliveryPartner['status']>().notNull(),
    checked_at: instant('checked_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [byRestaurant(t), uniqueIndex('delivery_partners_partner').on(t.restaurant_id, t.partner)],
);
