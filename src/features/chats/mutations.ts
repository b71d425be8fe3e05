import * as calls from '../../../contract/chats/calls.ts';
import { applyPause, type PauseChange } from '../../../contract/chats/pause.ts';
import { readUpto } from '../../../contract/chats/read-marks.ts';
import { newReply } from '../../../contract/chats/reply.ts';
import { mutation, type MutationInfo } from '../../data/mutation.ts';

/** A reply stands in the chat at once, as waiting. What it does to the chat itself (the bot is silent now) is known when the server answers. */
export const sendMessage = mutation({
  call: calls.sendMessage,
  table: 'chat_messages',
  rows: ({ body }) => [needId(body.message_id)],
  change: (row, { path, body }, tap) =>
    row ??
    newReply(body.message, {
      id: needId(body.message_id),
      chatId: path.id,
      composedAt: tap.occurredAt,
      createdAt: tap.occurredAt,
      actor: { kind: 'user', id: null, name: tap.deviceName },
      version: 0,
    }),
});

export const pause = mutation({
  call: calls.pause,
  table: 'chats',
  rows: ({ path }) => [path.id],
  change: (chat, { body }, tap) =>
    pausedHere(chat, { isPaused: true, until: body.paused_until ?? null, reason: 'owner' }, tap),
});

export const resume = mutation({
  call: calls.resume,
  table: 'chats',
  rows: ({ path }) => [path.id],
  change: (chat, _, tap) => pausedHere(chat, { isPaused: false, until: null, reason: 'owner' }, tap),
});

export const markAsRead = mutation({
  call: calls.markAsRead,
  table: 'chats',
  rows: ({ path }) => [path.id],
  change: (chat, { body }) => {
    if (!chat) throw new Error('not_found');
    return readUpto(chat, body.read_upto) ?? chat;
  },
  isOvertaken: (code) => code === 'not_found',
});

function pausedHere(chat: calls.Chat | null, change: PauseChange, tap: MutationInfo): calls.Chat {
  if (!chat) throw new Error('not_found');
  return applyPause(chat, change, { occurredAt: tap.occurredAt, opId: tap.key, by: tap.deviceName }).chat;
}

function needId(id: string | undefined): string {
  // The message is shown under its id while it waits, and goes out under the same one.
  if (!id) throw new Error('A reply needs its id');
  return id;
}
