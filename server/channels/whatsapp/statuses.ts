import { and, eq } from 'drizzle-orm';
import type { ChatMessage } from '../../../contract/chats/calls.ts';
import { notifySendFailed } from '../../chats/send-failed.ts';
import { findChat, nextSentAt } from '../../chats/store.ts';
import { chat_messages } from '../../db/schema/chats.ts';
import { faultOf } from '../../integrations/whatsapp-send.ts';
import { isId } from '../../platform/ids.ts';
import { breakChannel } from '../break-channel.ts';
import type { ContactContext } from './contacts.ts';
import type { WhatsappEvent } from './read-events.ts';

type StatusEvent = Extract<WhatsappEvent, { kind: 'status' }>;
type MessageRow = typeof chat_messages.$inferSelect;

const ranks = { queued: 0, sending: 1, sent: 2, delivered: 3, read: 4 } as const;

/**
 * Moves a reply's delivery forward, never back: statuses repeat and come in any order. A status also settles a reply whose answer was lost,
 * since it carries our own id of it.
 */
export async function applyStatus(c: ContactContext, channelId: string, event: StatusEvent): Promise<string | null> {
  const row = await findSent(c, event);
  if (!row || row.is_private || (row.author !== 'staff' && row.author !== 'bot')) return 'unknown_message';
  const wasUnconfirmed = row.delivery_status === 'failed' && row.failure_code === 'unconfirmed';
  if (row.delivery_status === 'failed' && !wasUnconfirmed) return 'final';
  const now = wasUnconfirmed ? ranks.sending : ranks[row.delivery_status as keyof typeof ranks];
  const next = await changeOf(c, row, event, now);
  if (!next) return 'not_newer';
  await c.db
    .update(chat_messages)
    .set({
      ...next,
      provider_message_id: row.provider_message_id ?? event.id,
      unconfirmed_since: null,
      version: await c.bump(),
      updated_at: c.now.toISOString(),
      updated_by: c.actor,
    })
    .where(and(eq(chat_messages.restaurant_id, c.restaurantId), eq(chat_messages.id, row.id)));
  if (next.delivery_status === 'failed') await noteFailure(c, channelId, row, event);
  // Replies behind it may go now.
  if (now <= ranks.sending) await c.enqueue('channel.deliver', { restaurant_id: c.restaurantId, chat_id: row.chat_id });
  return null;
}

async function changeOf(
  c: ContactContext,
  row: MessageRow,
  { status, at, code }: StatusEvent,
  rank: number,
): Promise<Partial<ChatMessage> | null> {
  if (status === 'failed')
    return rank > ranks.sent
      ? null
      : { delivery_status: 'failed', failure_code: code === null ? 'undeliverable' : faultOf(code).failure_code };
  // A voice message that was played was read.
  const delivery_status = status === 'played' ? 'read' : status;
  if (delivery_status !== 'sent' && delivery_status !== 'delivered' && delivery_status !== 'read') return null;
  if (ranks[delivery_status] <= rank) return null;
  return {
    delivery_status,
    failure_code: null,
    sent_at: row.sent_at ?? (await nextSentAt(c.db, c.restaurantId, row.chat_id, c.now)),
    ...(delivery_status !== 'sent' && { delivered_at: row.delivered_at ?? at }),
    ...(delivery_status === 'read' && { read_at: at }),
  };
}

async function noteFailure(
  c: ContactContext,
  channelId: string,
  row: MessageRow,
  { code }: StatusEvent,
): Promise<void> {
  const fault = code === null ? null : faultOf(code);
  if (fault?.channel) await breakChannel(c, channelId, { reason: fault.channel, code: String(fault.code) });
  const chat = await findChat(c.db, c.restaurantId, row.chat_id);
  if (chat)
    await notifySendFailed(c, {
      id: row.id,
      chatId: chat.id,
      customerId: chat.customer_id,
      message: row.message,
    });
}

async function findSent(
  { db, restaurantId }: ContactContext,
  { id, reference }: StatusEvent,
): Promise<MessageRow | null> {
  const ours = reference !== null && isId(reference) ? eq(chat_messages.id, reference.toLowerCase()) : null;
  for (const which of [eq(chat_messages.provider_message_id, id), ours]) {
    if (!which) continue;
    const [row] = await db
      .select()
      .from(chat_messages)
      .where(and(eq(chat_messages.restaurant_id, restaurantId), which))
      .limit(1);
    if (row) return row;
  }
  return null;
}
