import type { Chat, TemplateChoice } from '../../../contract/chats/calls.ts';
import { currentStore } from '../../data/current.ts';
import { newId } from '../../data/ids.ts';
import { mutate, mutateIn } from '../../data/mutate.ts';
import { addNote, sendMessage } from './mutations.ts';
import type { RefusedReply } from './queries.ts';

/** Sends a reply or queues it. It carries what its writer had read, so that the server refuses it if the customer has written since. */
export function reply(chat: Pick<Chat, 'id' | 'last_inbound_at'>, message: string, quoteId?: string): void {
  mutate(sendMessage, {
    path: { id: chat.id },
    body: { message, message_id: newId(), seen_inbound_at: chat.last_inbound_at, ...quoting(quoteId) },
  });
}

const quoting = (quoteId: string | undefined) => (quoteId === undefined ? {} : { quote_id: quoteId });

/** Saves a note for colleagues or queues it. */
export function note(chat: Pick<Chat, 'id'>, message: string): void {
  mutate(addNote, { path: { id: chat.id }, body: { message, message_id: newId() } });
}

/** Sends a template or queues it. A refused reply that it stands for is removed in the same transaction. */
export function sendTemplate(
  chatId: string,
  message: string,
  template: TemplateChoice,
  instead: RefusedReply | null,
): void {
  mutateIn(
    currentStore(),
    sendMessage,
    { path: { id: chatId }, body: { message, message_id: newId(), is_confirmed: true, template } },
    ...(instead ? [{ instead: instead.key }] : []),
  );
}

/** Sends a file that the server has, with its caption. */
export function sendFile(chat: Pick<Chat, 'id' | 'last_inbound_at'>, message: string, fileId: string): void {
  mutate(sendMessage, {
    path: { id: chat.id },
    body: { message, message_id: newId(), seen_inbound_at: chat.last_inbound_at, file_id: fileId },
  });
}

/** Sends a refused reply after confirmation. The refused one is removed in the same transaction. */
export function sendAnyway(chatId: string, { key, message, quoteId }: RefusedReply): void {
  mutateIn(
    currentStore(),
    sendMessage,
    { path: { id: chatId }, body: { message, message_id: newId(), is_confirmed: true, ...quoting(quoteId) } },
    { instead: key },
  );
}
