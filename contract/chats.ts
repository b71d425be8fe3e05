import * as z from 'zod/mini';
import { Id, Instant, syncedFields } from './values.ts';

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
