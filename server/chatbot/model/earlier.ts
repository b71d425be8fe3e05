import type { ChatMessage } from '../../../contract/chats/calls.ts';

/** A message of a chat, as the bot reads it. */
export type Earlier = Pick<ChatMessage, 'author' | 'message'>;

/** What the guest wrote. */
export const textsOf = (earlier: readonly Earlier[]): string[] =>
  earlier.filter(({ author }) => author === 'customer').map(({ message }) => message);
