import type { Args } from '../call.ts';
import type { Chat, ChatMessage, sendMessage } from './calls.ts';
import { REPLY_FRESH_MS } from '../limits.ts';
import type { Actor } from '../fields.ts';

export type ReplyBody = Args<typeof sendMessage>['body'];

export interface NewReplyValues {
  id: string;
  chatId: string;
  /** When it was written, and when it came to be where it is made, ISO. */
  composedAt: string;
  createdAt: string;
  actor: Actor;
  version: number;
}

/** A staff reply before it has gone anywhere; device and server make it alike. */
export function newReply(
  message: string,
  { id, chatId, composedAt, createdAt, actor, version }: NewReplyValues,
): ChatMessage {
  return {
    id,
    version,
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
    updated_by: actor,
    chat_id: chatId,
    author: 'staff',
    author_name: actor.name,
    type: 'text',
    message: message.trim(),
    delivery_status: 'queued',
    failure_code: null,
    provider_message_id: null,
    composed_at: composedAt,
    sent_at: null,
    delivered_at: null,
    read_at: null,
  };
}

/**
 * Why a reply asks before it goes (data dictionary, section 18): the customer has written since its writer looked, or it waited for too
 * long. Null: it may go. A reply that does not say what its writer had seen was written there and then.
 */
export function confirmationReason(
  chat: Pick<Chat, 'last_inbound_at'>,
  body: Pick<ReplyBody, 'seen_inbound_at' | 'is_confirmed'>,
  { occurredAt, now }: { occurredAt: string; now: string },
): 'overtaken' | 'reply_too_old' | null {
  if (body.is_confirmed || body.seen_inbound_at === undefined) return null;
  const seen = body.seen_inbound_at === null ? -Infinity : Date.parse(body.seen_inbound_at);
  if (chat.last_inbound_at !== null && Date.parse(chat.last_inbound_at) > seen) return 'overtaken';
  return Date.parse(now) - Date.parse(occurredAt) > REPLY_FRESH_MS ? 'reply_too_old' : null;
}
