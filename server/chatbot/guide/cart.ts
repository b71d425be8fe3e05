import type { Chat } from '../../../contract/chats/calls.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import { isId } from '../../platform/ids.ts';
import { ended, readState, saveState } from './state.ts';

const LINES_MAX = 30;

/** A cart of the catalogue becomes the basket of the guide. Its prices are not read: our own menu has them. */
export async function beginWithCart(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now'>,
  chat: Chat,
  cart: readonly { item_id: string; quantity: number }[],
): Promise<void> {
  const lines = cart
    .filter(({ item_id, quantity }) => isId(item_id.toLowerCase()) && Number.isInteger(quantity) && quantity > 0)
    .map(({ item_id, quantity }) => ({ menu_item_id: item_id.toLowerCase(), quantity: Math.min(quantity, 99) }));
  if (lines.length === 0) return;
  const state = await readState(c, chat.id, c.now);
  await saveState(c, chat.id, { ...ended(state), goal: 'order', lines: lines.slice(0, LINES_MAX) }, c.now);
}
