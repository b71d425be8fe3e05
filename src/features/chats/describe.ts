import type { Chat } from '../../../contract/chats/calls.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { links } from '../../routes.ts';
import type { Described, Refusal } from '../../ui/described.ts';

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;

export const isOfChat = ({ call }: Pick<OutboxEntry, 'call'>): boolean => call.startsWith('chats.');

/** What a change of a chat says, for the list of unsent changes: "Reply to Joanna Price: Two minutes away". */
export function describeChat(change: Change, chat: Chat | null): Described {
  const name = chat?.customer_name ?? 'a customer';
  const href = chat ? links.chat(chat.customer_id, { chat: chat.id }) : null;
  const said = (title: string, subject: string): Described => ({ title, subject, place: 'Chats', icon: 'chat', href });
  if (change.call === 'chats.sendMessage')
    return said(`Reply to ${name}: ${short(change.body.message as string)}`, `Reply to ${name}`);
  if (change.call === 'chats.pause') return said(`The bot is paused for ${name}`, `${name}, pause the bot`);
  if (change.call === 'chats.resume') return said(`The bot answers ${name} again`, `${name}, resume the bot`);
  return said(`The chat with ${name} is read`, `${name}, mark as read`);
}

/** A refused reply is sent, changed or dropped where it stands: in its chat, with what the customer has written since. */
export function describeChatRefusal(letter: DeadLetter, chat: Chat | null): Refusal {
  const mend = chat ? { words: 'Open the chat', href: links.chat(chat.customer_id, { chat: chat.id }) } : undefined;
  return {
    why: why(letter),
    pair: null,
    restoreWords: null,
    keepWords: letter.entry.call === 'chats.sendMessage' ? 'Discard the reply' : 'Understood',
    ...(letter.entry.call === 'chats.sendMessage' && mend ? { mend } : {}),
  };
}

function why({ entry, error, reason }: DeadLetter): string {
  if (error?.code === 'overtaken')
    return 'The customer has written since this reply was written: read it before you send this.';
  if (error?.code === 'reply_too_old') return 'This reply waited for more than an hour. Look whether it still fits.';
  if (error?.code === 'answer_lost')
    return 'The line broke while this reply was sent, and it is not to be found in the chat. Look there before you send it again.';
  if (error?.code === 'not_found') return 'The chat was deleted before this arrived.';
  if (reason === 'superseded') return 'Somebody paused or resumed the bot after you did. What was done last stands.';
  return entry.call === 'chats.sendMessage'
    ? 'The server refused the reply.'
    : 'The server refused this change. The chat has not changed.';
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57).trimEnd()}…` : text);
