import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { chat_messages, chats } from '../../server/db/schema/chats.ts';
import { customers } from '../../server/db/schema/customers.ts';
import { notifications } from '../../server/db/schema/notifications.ts';
import { spaces } from '../../server/db/schema/sync.ts';
import { newId } from '../../server/platform/ids.ts';

export interface ChatSample {
  customerId: string;
  chatId: string;
  messageId: string;
  notificationId: string;
}

/** A customer who has written once, with the notification about it, written in one version under the space's lock. */
export async function writeChat(
  owner: pg.Pool,
  restaurantId: string,
  now: Date,
  name = 'Priya Nair',
): Promise<ChatSample> {
  const ids = { customerId: newId(now), chatId: newId(now), messageId: newId(now), notificationId: newId(now) };
  const at = now.toISOString();
  await drizzle(owner).transaction(async (tx) => {
    const [space] = await tx
      .update(spaces)
      .set({ version: sql`${spaces.version} + 1` })
      .where(eq(spaces.restaurant_id, restaurantId))
      .returning();
    if (!space) throw new Error(`There is no space of restaurant ${restaurantId}`);
    const updated_by = { kind: 'customer' as const, id: null, name };
    const own = { restaurant_id: restaurantId, version: space.version, created_at: at, updated_at: at, updated_by };
    await tx.insert(customers).values({
      ...own,
      id: ids.customerId,
      name,
      customer_status: 'active',
      source: 'chat',
      tags: [],
      allergens: [],
      currency: 'GBP',
      chat_id: ids.chatId,
    });
    await tx.insert(chats).values({
      ...own,
      id: ids.chatId,
      customer_id: ids.customerId,
      customer_name: name,
      channel_type: 'website',
      unread_count: 1,
      last_message_preview: 'Are you open?',
      last_message_author: 'customer',
      last_message_at: at,
      last_inbound_at: at,
      open_order_ids: [],
    });
    await tx.insert(chat_messages).values({
      ...own,
      id: ids.messageId,
      chat_id: ids.chatId,
      author: 'customer',
      author_name: name,
      type: 'text',
      message: 'Are you open?',
      delivery_status: 'delivered',
    });
    await tx.insert(notifications).values({
      ...own,
      id: ids.notificationId,
      entity: 'restaurant',
      type: 'chat_message',
      title: name,
      body: 'Are you open?',
      severity: 'info',
      resource_type: 'chat',
      resource_id: ids.chatId,
    });
  });
  return ids;
}
