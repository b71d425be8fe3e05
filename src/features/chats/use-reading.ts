import { useEffect } from 'react';
import type { Chat } from '../../../contract/chats/calls.ts';
import { mutate } from '../../data/mutate.ts';
import { markAsRead } from './mutations.ts';

/** Marks a chat as read up to the customer's newest message while it is visible. */
export function useReading({ id, unread_count: unread, last_inbound_at: upto }: Chat): void {
  useEffect(() => {
    if (unread === 0 || upto === null) return;
    const read = () => {
      if (document.visibilityState === 'visible') mutate(markAsRead, { path: { id }, body: { read_upto: upto } });
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [id, unread, upto]);
}
