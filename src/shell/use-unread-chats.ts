import { useLive } from '../data/live.ts';

/** Chats in which a customer has written something that nobody has read. */
export const useUnreadChats = (): number =>
  useLive((db) => db.chats.filter((chat) => chat.unread_count > 0).count(), []) ?? 0;
