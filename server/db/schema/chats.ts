import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Chat, ChatDraft, ChatMessage, Choices, Quote, TemplateChoice } from '../../../contract/chats/calls.ts';
import { byRestaurant, fieldChanges, instant, json, syncedColumns, requiredText } from '../columns.ts';

export const chats = pgTable(
  'chats',
  {
    ...syncedColumns,
    customer_id: uuid('customer_id').notNull(),
    customer_name: requiredText('customer_name'),
    channel_type: text('channel_type').$type<Chat['channel_type']>().notNull(),
    /** SHA-256 of the customer's token, hex; never sent. */
    public_token_hash: text('public_token_hash'),
    is_paused: boolean('is_paused').notNull().default(false),
    paused_at: instant('paused_at'),
    pause_changed_at: instant('pause_changed_at'),
    pause_op_id: uuid('pause_op_id'),
    paused_by: text('paused_by'),
    pause_reason: text('pause_reason').$type<NonNullable<Chat['pause_reason']>>(),
    paused_until: instant('paused_until'),
    needs_human: boolean('needs_human').notNull().default(false),
    unread_count: integer('unread_count').notNull().default(0),
    read_upto: instant('read_upto'),
    last_message_preview: requiredText('last_message_preview'),
    last_message_author: text('last_message_author').$type<NonNullable<Chat['last_message_author']>>(),
    last_message_at: instant('last_message_at').notNull(),
    last_inbound_at: instant('last_inbound_at'),
    reply_window_closes_at: instant('reply_window_closes_at'),
    open_order_ids: json<Chat['open_order_ids']>('open_order_ids').notNull(),
    labels: json<Chat['labels']>('labels').notNull().default([]),
    open_draft: json<ChatDraft>('open_draft'),
  },
  (t) => [
    byRestaurant(t),
    index('chats_version').on(t.restaurant_id, t.version),
    index('chats_list').on(t.restaurant_id, sql`(unread_count > 0)`, t.last_message_at, t.id),
    index('chats_customer').on(t.restaurant_id, t.customer_id),
    uniqueIndex('chats_token').on(t.restaurant_id, t.public_token_hash),
  ],
);

export const chat_messages = pgTable(
  'chat_messages',
  {
    ...syncedColumns,
    chat_id: uuid('chat_id').notNull(),
    author: text('author').$type<ChatMessage['author']>().notNull(),
    author_name: text('author_name'),
    type: text('type').$type<ChatMessage['type']>().notNull(),
    message: text('message').notNull(),
    attachments: json<ChatMessage['attachments']>('attachments').notNull().default([]),
    /** What it replies to. */
    quote: json<Quote>('quote'),
    /** The chosen template of a reply of that type; never sent to devices. */
    template: json<TemplateChoice>('template'),
    /** What a bot's message lets the customer choose from, and what a customer's message chose of it; never sent to devices. */
    choices: json<Choices>('choices'),
    choice_id: text('choice_id'),
    /** Of a bot's message: the customer's message that it could not answer; never sent to devices. */
    unanswered_id: uuid('unanswered_id'),
    /** When it was first given to a channel that could not say whether it took it; never sent to devices. */
    unconfirmed_since: instant('unconfirmed_since'),
    delivery_status: text('delivery_status').$type<ChatMessage['delivery_status']>().notNull(),
    failure_code: text('failure_code').$type<NonNullable<ChatMessage['failure_code']>>(),
    provider_message_id: text('provider_message_id'),
    is_private: boolean('is_private').notNull().default(false),
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
    index('chat_messages_provider')
      .on(t.restaurant_id, t.provider_message_id)
      .where(sql`provider_message_id IS NOT NULL`),
    // The bot's of a month, for the plan.
    index('chat_messages_of_bot')
      .on(t.restaurant_id, t.created_at)
      .where(sql`author = 'bot'`),
    index('chat_messages_unanswered')
      .on(t.restaurant_id, t.created_at)
      .where(sql`unanswered_id IS NOT NULL`),
    // Our unread replies: few, however long the chat.
    index('chat_messages_on_the_way')
      .on(t.restaurant_id, t.chat_id, t.created_at, t.id)
      .where(sql`author IN ('staff', 'bot') AND delivery_status IN ('queued', 'sending', 'sent', 'delivered')`),
  ],
);

/**
 * How customers' messages sound and what they are about. A trigger on `chat_messages` adds a row for each message of a customer; the work
 * that reads them fills it. Devices do not get it.
 */
export const chat_sentiments = pgTable(
  'chat_sentiments',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    message_id: uuid('message_id').notNull(),
    chat_id: uuid('chat_id').notNull(),
    /** That of the message. */
    created_at: instant('created_at').notNull(),
    /** Null: not read yet. `unknown`: not a text, or not English. */
    sentiment: text('sentiment', { enum: ['happy', 'neutral', 'not_happy', 'unknown'] }),
    /** Nouns in their basic form. */
    topics: text('topics').array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.restaurant_id, t.message_id] }),
    index('chat_sentiments_unread')
      .on(t.created_at)
      .where(sql`sentiment IS NULL`),
    index('chat_sentiments_read')
      .on(t.restaurant_id, t.created_at)
      .where(sql`sentiment <> 'unknown'`),
    index('chat_sentiments_chat').on(t.restaurant_id, t.chat_id),
  ],
);

/** Texts that staff write often. */
export const canned_replies = pgTable(
  'canned_replies',
  {
    ...syncedColumns,
    shortcut: text('shortcut').notNull(),
    title: requiredText('title'),
    message: text('message').notNull(),
    sort_order: integer('sort_order').notNull().default(0),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('canned_replies_version').on(t.restaurant_id, t.version),
    uniqueIndex('canned_replies_shortcut')
      .on(t.restaurant_id, t.shortcut)
      .where(sql`deleted_at IS NULL`),
  ],
);

/** How far a customer is in the guide of a chat, until it has expired. Devices do not get it. */
export const chatbot_conversations = pgTable(
  'chatbot_conversations',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    chat_id: uuid('chat_id').notNull(),
    state: json<unknown>('state').notNull(),
    /** When the question that is open was put: an answer comes after it. */
    asked_at: instant('asked_at').notNull(),
    expires_at: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.chat_id] }), index('chatbot_conversations_end').on(t.expires_at)],
);
