import type { Chat } from '../../contract/chats/calls.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { Event } from '../platform/event.ts';

/** A customer sent a cart of the catalogue, before its message is stored. */
export const cartCame = new Event<
  [
    c: Pick<BaseContext, 'db' | 'restaurantId' | 'now'>,
    chat: Chat,
    cart: readonly { item_id: string; quantity: number }[],
  ]
>('cart came');
