import type { Chat } from '../../../contract/chats/calls.ts';
import { currentStore } from '../../data/current.ts';
import { newId } from '../../data/ids.ts';
import { mutate, mutateIn } from '../../data/mutate.ts';
import { sendMessage } from './mutations.ts';
import type { RefusedReply } from './queries.ts';

/** Sends a reply, or keeps it until there is a network. It says what its writer had read, so that it asks when that was overtaken. */
export function reply(chat: Pick<Chat, 'id' | 'last_inbound_at'>, message: string): void {
  mutate(sendMessage, {
    path: { id: chat.id },
    body: { message, message_id: newId(), seen_inbound_at: chat.last_inbound_at },
  });
}

/** Somebody was asked: it goes as it is. The refused one leaves in the same transaction. */
export function sendAnyway(chatId: string, { key, message }: RefusedReply): void {
  mutateIn(
    currentStore(),
    sendMessage,
    { path: { id: chatId }, body: { message, message_id: newId(), is_confirmed: true } },
    { instead: key },
  );
}
