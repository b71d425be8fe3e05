import { applyPause, isBotPaused } from '../../../contract/chats/pause.ts';
import { newReply } from '../../../contract/chats/reply.ts';
import { quoteOf } from '../../chats/quote.ts';
import { after, nextSentAt } from '../../chats/store.ts';
import { appendMessage } from '../../chats/write.ts';
import { newId } from '../../platform/ids.ts';
import { openContact, type ContactContext } from './contacts.ts';
import type { WhatsappEvent } from './read-events.ts';

type EchoEvent = Extract<WhatsappEvent, { kind: 'echo' }>;

/** A reply that somebody wrote on the restaurant's own phone: it stands in the chat, and pauses the bot as every reply of staff does. */
export async function takeEcho(c: ContactContext, channelId: string, event: EchoEvent): Promise<string | null> {
  if (event.to.user_id === null && event.to.wa_id === null) return 'unknown_person';
  const { chat } = await openContact(c, channelId, event.to);
  const actor = { kind: 'channel' as const, id: null, name: 'WhatsApp app' };
  const createdAt = after(chat.last_message_author && chat.last_message_at, c.now);
  const message = newReply(event.text, {
    id: newId(c.now),
    chatId: chat.id,
    composedAt: event.at,
    createdAt,
    actor,
    version: await c.bump(),
  });
  const paused = isBotPaused(chat, c.now)
    ? chat
    : applyPause(
        chat,
        { isPaused: true, until: null, reason: 'staff_reply' },
        { occurredAt: event.at, opId: message.id, by: actor.name },
      ).chat;
  const sent_at = await nextSentAt(c.db, c.restaurantId, chat.id, c.now);
  await appendMessage(
    c,
    chat,
    { ...paused, needs_human: false },
    {
      ...message,
      quote: await quoteOf(c, chat.id, event.quoted_id),
      delivery_status: 'sent',
      sent_at,
      provider_message_id: event.id,
    },
  );
  return null;
}
