import * as contract from '../../contract/chats/calls.ts';
import { applyPause, isBotPaused } from '../../contract/chats/pause.ts';
import { readUpto } from '../../contract/chats/read-marks.ts';
import { newReply, confirmationReason } from '../../contract/chats/reply.ts';
import { answer, defineHandler, Refusal, refuse, type BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { noteExtra, readExtra } from './reply-extra.ts';
import { quoteById } from './quote.ts';
import { after, countUnread, findChat, findMessage } from './store.ts';
import { appendMessage } from './write.ts';

/** A staff reply. It is stored in the chat together with the job that delivers it, in one transaction. */
export const sendMessage = defineHandler(contract.sendMessage, async (c) => {
  const chat = await findChat(c.db, c.restaurantId, c.path.id);
  if (!chat) return refuse('not_found');
  const id = c.body.message_id?.toLowerCase() ?? newId(c.now);
  const present = await findMessage(c.db, c.restaurantId, id);
  if (present) {
    const isSame =
      present.chat_id === chat.id &&
      present.author === 'staff' &&
      !present.is_private &&
      (c.body.template !== undefined || present.message === c.body.message);
    return isSame ? answer(present, { notice: { code: 'already_done' } }) : refuse('id_taken', { current: present });
  }
  const reason = confirmationReason(chat, c.body, { occurredAt: c.occurredAt, now: c.now.toISOString() });
  if (reason) return refuse(reason, { current: chat });
  const extra = await readExtra(c, chat);
  if (extra instanceof Refusal) return extra;

  const message = newReply(extra.text ?? c.body.message, {
    id,
    chatId: chat.id,
    composedAt: c.occurredAt,
    createdAt: after(chat.last_message_at, c.now),
    actor: c.actor,
    version: await c.bump(),
    type: extra.type,
  });
  message.attachments = extra.attachments;
  if (c.body.quote_id && !extra.template) message.quote = await quoteById(c, chat.id, c.body.quote_id);
  const answered = { ...(await readBy(c, chat)), needs_human: false };
  await appendMessage(c, chat, pausedByReply(c, answered), { ...message, updated_at: c.now.toISOString() });
  await noteExtra(c, message, extra);
  await c.enqueue('channel.deliver', { restaurant_id: c.restaurantId, chat_id: chat.id });
  return { ...message, updated_at: c.now.toISOString() };
});

/** Replying marks everything above as read. */
async function readBy(
  c: BaseContext & { body: { seen_inbound_at?: string | null | undefined } },
  chat: contract.Chat,
): Promise<contract.Chat> {
  const newest = chat.last_inbound_at;
  const seen = c.body.seen_inbound_at === undefined ? newest : c.body.seen_inbound_at;
  if (newest === null || seen === null) return chat;
  // Messages that do not exist yet cannot have been read.
  const read = readUpto(chat, Date.parse(seen) < Date.parse(newest) ? seen : newest);
  return read ? { ...read, unread_count: await countUnread(c.db, c.restaurantId, read) } : chat;
}

/** A reply pauses the bot; an existing pause keeps its end and reason. */
function pausedByReply(c: BaseContext, chat: contract.Chat): contract.Chat {
  const stands = isBotPaused(chat, c.occurredAt);
  const change = {
    isPaused: true,
    until: stands ? chat.paused_until : null,
    reason: (stands ? chat.pause_reason : null) ?? 'staff_reply',
  };
  const by = (stands ? chat.paused_by : null) ?? c.actor.name;
  const outcome = applyPause(chat, change, { occurredAt: c.occurredAt, opId: c.opId, by });
  return stands ? { ...outcome.chat, paused_at: chat.paused_at } : outcome.chat;
}
