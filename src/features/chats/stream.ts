import type { Chat } from '../../../contract/chats/calls.ts';
import { dateOf } from '../../lib/wall-clock.ts';
import type { MessageRow, RefusedReply } from './queries.ts';

/** The items of a chat from top to bottom. */
export type StreamItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: MessageRow; isSentAgain: boolean }
  | { kind: 'paused'; key: string; at: string }
  | { kind: 'refused'; key: string; reply: RefusedReply };

/**
 * Messages, a line at the start of each day, a line for the current pause, and refused replies last. `paused_at` and the days are in
 * the restaurant's time zone.
 */
export function streamOf(
  messages: readonly MessageRow[],
  refused: readonly RefusedReply[],
  { paused_at: pausedAt }: Pick<Chat, 'paused_at'>,
  timezone: string,
): StreamItem[] {
  const items: StreamItem[] = [];
  let day = '';
  // A pause from before the first loaded message has no line here.
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

/** Text → position where staff wrote it last: a failed reply that was sent once more is not offered again. */
function laterTexts(messages: readonly MessageRow[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const [index, { author, message, is_private: isNote }] of messages.entries())
    if (author === 'staff' && !isNote) last.set(message, index);
  return last;
}
