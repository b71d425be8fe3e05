import { useLive } from '../../data/live.ts';

/** The number of chats with unread messages by customers. */
export const useUnreadChats = (): number =>
  useLive((db) => db.chats.filter((chat) => chat.unread_count > 0).count(), []) ?? 0;
