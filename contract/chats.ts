import * as z from 'zod/mini';
import { call, queue, read } from './call.ts';
import { pagingQuery } from './query.ts';
import { Id, Instant, operationFields, syncedFields, words } from './values.ts';

/** Data dictionary, section 18. */
export const Chat = z.object({
  ...syncedFields,
  customer_id: Id,
  customer_name: z.string(),
  channel_type: z.enum(['website', 'whatsapp']),
  is_paused: z.boolean(),
  /** `occurred_at` of the pause or resume that stands: the newest wins, a tie goes to the greater operation id. */
  paused_at: z.nullable(Instant),
  pause_changed_at: z.nullable(Instant),
  pause_op_id: z.nullable(Id),
  paused_by: z.nullable(z.string()),
  pause_reason: z.nullable(z.enum(['owner', 'staff_reply', 'customer_asked', 'bot_unsure'])),
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

export const list = call('chats.list', 'GET', '/chat', {
  access: 'owner',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: Chat,
  paged: true,
  summary: 'Chats, unread first, then the newest',
});

export const get = call('chats.get', 'GET', '/chat/{id}', {
  access: 'owner',
  offline: read,
  query: z.strictObject(pagingQuery),
  reply: z.extend(Chat, { messages: z.array(ChatMessage) }),
  summary: 'A chat with its newest messages, oldest first',
});

export const pause = call('chats.pause', 'POST', '/chat/{id}/pause', {
  access: 'owner',
  offline: queue('replace'),
  body: z.optional(z.strictObject({ paused_until: z.optional(z.nullable(Instant)), ...operationFields })),
  reply: Chat,
  summary: 'The bot is silent until resumed',
});

export const resume = call('chats.resume', 'POST', '/chat/{id}/resume', {
  access: 'owner',
  offline: queue('replace'),
  body: z.optional(z.strictObject(operationFields)),
  reply: Chat,
  summary: 'The bot may answer again',
});

/**
 * A manual reply; the text is trimmed, "Message is required" when nothing is left. `last_seen_message_id` is the newest message that its
 * writer saw: when the customer has written since, 409 `overtaken` (with the newer messages in `current`), unless `send_anyway`.
 */
export const sendMessage = call('chats.sendMessage', 'POST', '/chat/{id}/message', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    message: words(4096),
    id: z.optional(Id),
    last_seen_message_id: z.optional(z.nullable(Id)),
    send_anyway: z.optional(z.boolean()),
    ...operationFields,
  }),
  reply: ChatMessage,
  summary: 'Reply by hand; it pauses the bot',
});

export const markRead = call('chats.markRead', 'POST', '/chat/{id}/read', {
  access: 'owner',
  offline: queue('replace'),
  body: z.strictObject({ read_upto: Instant, ...operationFields }),
  reply: Chat,
  addition: true,
  summary: 'Read up to here; never goes back',
});
