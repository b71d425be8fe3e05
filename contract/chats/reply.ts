import type { Args } from '../call.ts';
import type { Chat, ChatMessage, sendMessage } from './calls.ts';
import { REPLY_FRESH_MS } from '../limits.ts';
import type { Actor } from '../fields.ts';

export type ReplyBody = Args<typeof sendMessage>['body'];

export interface NewReplyValues {
  id: string;
  chatId: string;
  /** When it was written, and when it was created here, ISO. */
  composedAt: string;
  createdAt: string;
  actor: Actor;
  version: number;
  type?: ChatMessage['type'];
}

/** A staff reply before it is sent. Device and server create it alike. */
export function newReply(
  message: string,
  { id, chatId, composedAt, createdAt, actor, version, type = 'text' }: NewReplyValues,
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
    type,
    message: message.trim(),
    attachments: [],
    quote: null,
    delivery_status: 'queued',
    failure_code: null,
    provider_message_id: null,
    is_private: false,
    composed_at: composedAt,
    sent_at: null,
    delivered_at: null,
    read_at: null,
  };
}

/** A private note. Device and server create it alike. Its delivery is final: nothing that sends or confirms messages finds it. */
export const newNote = (message: string, values: Omit<NewReplyValues, 'type'>): ChatMessage => ({
  ...newReply(message, { ...values, type: 'note' }),
  is_private: true,
  delivery_status: 'read',
});

/**
 * Why a reply needs confirmation before it is sent: the customer has written since its author looked, or it
 * waited too long. Null: it may be sent. A reply that does not say what its author had seen was written just now.
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

/** True if WhatsApp lets nobody write freely now; a template may still go. Other channels have no such end. */
export const isWindowClosed = (
  { channel_type, reply_window_closes_at: closes }: Pick<Chat, 'channel_type' | 'reply_window_closes_at'>,
  now: string | number,
): boolean => channel_type === 'whatsapp' && (closes === null || Date.parse(closes) <= new Date(now).getTime());

/** A template's text as the customer reads it. */
export const renderTemplate = (body: string, parameters: readonly string[]): string =>
  body.replaceAll(/\{\{\s*(\d+)\s*\}\}/g, (whole, number: string) => parameters[Number(number) - 1] ?? whole);
