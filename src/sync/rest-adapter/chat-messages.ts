import type { RestCall, RestReply } from './api.ts';
import { dataOf, get, rowsIn, type RestRow } from './pages.ts';

export const chatMessagesCall = (chatId: string): RestCall => get(`/chat/${encodeURIComponent(chatId)}`);

export function messagesIn(reply: RestReply, chatId: string): RestRow[] {
  return rowsIn(dataOf(reply), 'messages').map((row) => {
    // The specification has two authors: the customer ("user") and the bot.
    const author = row['author'] === 'user' ? 'customer' : row['author'];
    return { ...row, chat_id: row['chat_id'] ?? chatId, author };
  });
}
