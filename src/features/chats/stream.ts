import type { Chat } from '../../../contract/chats/calls.ts';
import { dateOf } from '../../lib/wall-clock.ts';
import type { MessageRow, RefusedReply } from './queries.ts';

/** What stands in a chat from top to bottom. */
export type StreamItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: MessageRow; isSentAgain: boolean }
  | { kind: 'paused'; key: string; at: string }
  | { kind: 'refused'; key: string; reply: RefusedReply };

/**
 * Messages with a line where a day begins, the line of the pause that stands, and last what the server did not take. `paused_at` and the
 * days are those of the restaurant's wall.
 */
export function streamOf(
  messages: readonly MessageRow[],
  refused: readonly RefusedReply[],
  { paused_at: pausedAt }: Pick<Chat, 'paused_at'>,
  timezone: string,
): StreamItem[] {
  const items: StreamItem[] = [];
  let day = '';
  // A pause from before the first message that is here is not a line of this stretch.
  let isPauseToCome = pausedAt !== null && messages.length > 0 && messages[0]!.created_at <= pausedAt;
  const sentLater = laterTexts(messages);
  for (const [index, message] of messages.entries()) {
    if (isPauseToCome && pausedAt !== null && message.created_at > pausedAt) {
      items.push({ kind: 'paused', key: 'paused', at: pausedAt });
      isPauseToCome = false;
    }
    const date = dateOf(message.created_at, timezone);
    if (date !== day) {
      items.push({ kind: 'day', key: date, at: message.created_at });
      day = date;
    }
    const isSentAgain = message.delivery_status === 'failed' && (sentLater.get(message.message) ?? -1) > index;
    items.push({ kind: 'message', key: message.id, message, isSentAgain });
  }
  if (isPauseToCome && pausedAt !== null) items.push({ kind: 'paused', key: 'paused', at: pausedAt });
  for (const reply of refused) items.push({ kind: 'refused', key: reply.key, reply });
  return items;
}

/** Text → where staff wrote it last: a failed reply that was sent once more need not be offered again. */
function laterTexts(messages: readonly MessageRow[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const [index, { author, message }] of messages.entries()) if (author === 'staff') last.set(message, index);
  return last;
}
