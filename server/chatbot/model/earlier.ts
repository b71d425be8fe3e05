import type { ChatMessage } from '../../../contract/chats/calls.ts';

/** A message of a chat, as the bot reads it. `choice_id`: of the choice that was pressed, whose title is the message. */
export type Earlier = Pick<ChatMessage, 'author' | 'message'> & { choice_id: string | null };

/** What the guest wrote: the title of a choice is ours. */
export const textsOf = (earlier: readonly Earlier[]): string[] =>
  earlier
    .filter(({ author, choice_id: choice }) => author === 'customer' && choice === null)
    .map(({ message }) => message);
