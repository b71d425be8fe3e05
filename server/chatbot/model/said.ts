import type { ChatMessage } from '../../../contract/chats/calls.ts';

/** A message of a chat, as the bot reads it. */
export type Said = Pick<ChatMessage, 'author' | 'message'>;

/** What the guest wrote. */
export const textsOf = (said: readonly Said[]): string[] =>
  said.filter(({ author }) => author === 'customer').map(({ message }) => message);
