import type { Chat } from '../../contract/chats.ts';
import type { Notification } from '../../contract/notifications.ts';
import { aboutChat } from '../chats/write.ts';
import { newId } from '../ids.ts';

/** What the owner has been told of the chats that are not read. */
export function makeNews(chats: Omit<Chat, 'version'>[]): Omit<Notification, 'version'>[] {
  return chats
    .filter((chat) => chat.unread_count > 0)
    .map((chat) => ({
      id: newId(new Date(chat.last_message_at)),
      created_at: chat.last_message_at,
      updated_at: chat.last_message_at,
      deleted_at: null,
      updated_by: { kind: 'system', id: null, name: 'Galley' },
      entity: 'restaurant',
      type: 'chat_message',
      title: chat.customer_name,
      body: chat.last_message_preview,
      severity: 'info',
      resource_type: 'chat',
      resource_id: chat.id,
      url: `/restaurant/chats/${chat.customer_id}`,
      group_key: aboutChat(chat.id),
      read_at: null,
    }));
}
