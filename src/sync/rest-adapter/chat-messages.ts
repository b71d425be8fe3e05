import type { PlainCall, PlainReply } from './api.ts';
import { dataOf, get, rowsIn, type PlainRow } from './pages.ts';

export const talkOf = (chatId: string): PlainCall => get(`/chat/${encodeURIComponent(chatId)}`);

export function messagesIn(reply: PlainReply, chatId: string): PlainRow[] {
  return rowsIn(dataOf(reply), 'messages').map((row) => {
    // The specification's chat has two authors: its bot, and whoever is not.
    const author = row['author'] === 'user' ? 'customer' : row['author'];
    return { ...row, chat_id: row['chat_id'] ?? chatId, author };
  });
}
