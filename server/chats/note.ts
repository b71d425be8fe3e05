import * as contract from '../../contract/chats/calls.ts';
import { newNote } from '../../contract/chats/reply.ts';
import { chat_messages } from '../db/schema/chats.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { after, findChat, findMessage } from './store.ts';

/** A private note. It writes its own row alone: no delivery, no pause, no preview, no read mark. */
export const addNote = defineHandler(contract.addNote, async (c) => {
  const chat = await findChat(c.db, c.restaurantId, c.path.id);
  if (!chat) return refuse('not_found');
  const id = c.body.message_id?.toLowerCase() ?? newId(c.now);
  const present = await findMessage(c.db, c.restaurantId, id);
  if (present) {
    const isSame = present.chat_id === chat.id && present.is_private && present.message === c.body.message;
    return isSame ? answer(present, { notice: { code: 'already_done' } }) : refuse('id_taken', { current: present });
  }
  const createdAt = after(chat.last_message_author && chat.last_message_at, c.now);
  const note = {
    ...newNote(c.body.message, {
      id,
      chatId: chat.id,
      composedAt: c.occurredAt,
      createdAt,
      actor: c.actor,
      version: await c.bump(),
    }),
    updated_at: c.now.toISOString(),
  };
  await c.db.insert(chat_messages).values({ ...note, restaurant_id: c.restaurantId });
  return note;
});
