import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { Event } from '../platform/event.ts';

/** A message was stored in a chat, whoever wrote it and whatever the channel. */
export const messageStored = new Event<
  [
    c: Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'enqueue'>,
    chat: Chat,
    message: Pick<ChatMessage, 'id' | 'author'>,
  ]
>('message stored');
