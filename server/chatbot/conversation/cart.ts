import { isBotPaused } from '../../../contract/chats/pause.ts';
import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import { isId } from '../../platform/ids.ts';
import { readOwn } from '../store.ts';
import { blankOrder, LINES_MAX } from './order.ts';
import { saveConversation } from './store.ts';

/**
 * A cart of the catalogue begins an order with its items, if the bot takes orders here. Its prices are not read: the order is priced by our
 * own menu.
 */
export async function beginWithCart(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now'>,
  chat: Chat,
  { id, created_at }: Pick<ChatMessage, 'id' | 'created_at'>,
  cart: readonly { item_id: string; quantity: number }[],
): Promise<void> {
  const { value: own } = await readOwn(c);
  if (!own.is_enabled || !own.takes_orders || isBotPaused(chat, c.now)) return;
  const lines = cart
    .filter(({ item_id, quantity }) => isId(item_id.toLowerCase()) && Number.isInteger(quantity) && quantity > 0)
    .map(({ item_id, quantity }) => ({
      menu_item_id: item_id.toLowerCase(),
      quantity: Math.min(quantity, 99),
      modifiers: [],
    }));
  if (lines.length === 0) return;
  await saveConversation(
    c,
    chat.id,
    { ...blankOrder, lines: lines.slice(0, LINES_MAX), cart_message_id: id },
    created_at,
  );
}
