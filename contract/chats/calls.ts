import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { FORM_BYTES } from '../limits.ts';
import { pagingQuery } from '../query.ts';
import { Id, Instant, operationFields, storable, syncedFields, text } from '../fields.ts';

export const ChannelType = z.enum(['website', 'whatsapp']);
export const PauseReason = z.enum(['owner', 'staff_reply', 'customer_asked', 'bot_unsure']);

/** Data dictionary, section 18. */
export const Chat = z.object({
  ...syncedFields,
  customer_id: Id,
  customer_name: z.string(),
  channel_type: ChannelType,
  is_paused: z.boolean(),
  /** `occurred_at` of the pause or resume that stands: the newest wins, a tie goes to the greater operation id. */
  paused_at: z.nullable(Instant),
  pause_changed_at: z.nullable(Instant),
  pause_op_id: z.nullable(Id),
  paused_by: z.nullable(z.string()),
  pause_reason: z.nullable(PauseReason),
  paused_until: z.nullable(Instant),
  needs_human: z.boolean(),
  unread_count: z.int(),
  /** `created_at` of the newest message that staff have read. */
  read_upto: z.nullable(Instant),
  last_message_preview: z.string(),
  last_message_author: z.nullable(z.enum(['customer', 'bot', 'staff', 'system'])),
  last_message_at: Instant,
  last_inbound_at: z.nullable(Instant),
  /** WhatsApp: the 24 hours end. Null: no such window. */
  reply_window_closes_at: z.nullable(Instant),
  open_order_ids: z.array(Id),
});
export type Chat = z.infer<typeof Chat>;

/** One message. `composed_at` is when it was written, `created_at` when the server had it: the order of a chat. */
export const ChatMessage = z.object({
  ...syncedFields,
  chat_id: Id,
  author: z.enum(['customer', 'bot', 'staff', 'system']),
  author_name: z.nullable(z.string()),
  type: z.enum(['text', 'note', 'order_card']),
  message: z.string(),
  delivery_status: z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed']),
  failure_code: z.nullable(
    z.enum(['window_closed', 'channel_paused', 'channel_error', 'blocked', 'rate_limited', 'too_long']),
  ),
  provider_message_id: z.nullable(z.string()),
  composed_at: z.nullable(Instant),
  sent_at: z.nullable(Instant),
  delivered_at: z.nullable(Instant),
  read_at: z.nullable(Instant),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** Longest message, as messengers have it. */
export const MESSAGE_MAX = 4096;

/** What somebody writes: trimmed, with the specification's words where nothing is left (section 5). */
export const MessageText = z
  .string(fixedTexts.messageRequired)
  .check(z.trim(), z.minLength(1, fixedTexts.messageRequired), z.maxLength(MESSAGE_MAX), storable);

export const list = call('chats.list', 'GET', '/chat', {
  access: 'owner',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    /** Words looked for in the customer's name and the newest message. */
    search: z.optional(text(100)),
    customer_id: z.optional(Id),
    is_unread: z.optional(z.enum(['true', 'false'])),
    is_paused: z.optional(z.enum(['true', 'false'])),
  }),
  reply: Chat,
  paged: true,
  summary: 'Chats: unread first, then newest first',
});

/** The newest messages in the order of the chat; `before` (a message's `created_at`) asks for those above them. */
export const get = call('chats.get', 'GET', '/chat/{id}', {
  access: 'owner',
  offline: read,
  query: z.strictObject({ before: z.optional(Instant), limit: pagingQuery.limit }),
  reply: z.object({ chat: Chat, messages: z.array(ChatMessage), has_earlier: z.boolean() }),
  summary: 'One chat with its newest messages',
});

/** The bot is silent in this chat, for good or until an instant. The newest `occurred_at` of pause and resume stands; 200 `superseded`. */
export const pause = call('chats.pause', 'POST', '/chat/{id}/pause', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({ paused_until: z.optional(z.nullable(Instant)), ...operationFields }),
  isBodyOptional: true,
  reply: Chat,
  summary: 'Pause the bot in a chat',
});

export const resume = call('chats.resume', 'POST', '/chat/{id}/resume', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject(operationFields),
  isBodyOptional: true,
  reply: Chat,
  summary: 'Let the bot answer again',
});

/**
 * A staff reply: it pauses the bot, goes out through the chat's channel, and comes back as the message with its delivery. `message_id` is
 * the id under which the device shows it already.
 *
 * A reply that says what its writer had seen is held against what has happened since. 409 `overtaken` (with `current`, the chat): the
 * customer has written after `seen_inbound_at`. 409 `reply_too_old`: it was written longer ago than REPLY_FRESH_MS. `is_confirmed` says
 * that somebody was asked and wants it sent all the same.
 */
export const sendMessage = call('chats.sendMessage', 'POST', '/chat/{id}/message', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    message: MessageText,
    message_id: z.optional(Id),
    /** `last_inbound_at` of the chat as its writer saw it; null: the customer had written nothing. */
    seen_inbound_at: z.optional(z.nullable(Instant)),
    is_confirmed: z.optional(z.boolean()),
    ...operationFields,
  }),
  bodyLimit: FORM_BYTES,
  reply: ChatMessage,
  summary: 'Reply to a customer',
});

/** What staff have read stays read: `read_upto` (a message's `created_at`) only moves on. */
export const markAsRead = call('chats.markAsRead', 'POST', '/chat/{id}/mark-as-read', {
  access: 'owner',
  // The mark never goes back, so the newest one need not be the furthest.
  offline: queue('never'),
  body: z.strictObject({ read_upto: Instant, ...operationFields }),
  reply: Chat,
  addition: true,
  summary: 'Mark a chat as read',
});
