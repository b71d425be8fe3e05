import * as calls from '../../../contract/chats/calls.ts';
import * as canned from '../../../contract/chats/canned-reply-calls.ts';
import { editedCannedReply, newCannedReply } from '../../../contract/chats/canned-replies.ts';
import { LABELS_MAX, withLabels } from '../../../contract/chats/labels.ts';
import { applyPause, type PauseChange } from '../../../contract/chats/pause.ts';
import { readUpto } from '../../../contract/chats/read-marks.ts';
import { newNote, newReply } from '../../../contract/chats/reply.ts';
import { actorOf, mutation, needId, stampOf, update, type MutationInfo } from '../../data/mutation.ts';

/** A reply is in the chat at once, as pending. Its effects on the chat itself (the bot pauses) are known when the server answers. */
export const sendMessage = mutation({
  call: calls.sendMessage,
  table: 'chat_messages',
  effect: 'create',
  rows: ({ body }) => [needId(body.message_id)],
  change: (row, { path, body }, info) =>
    row ??
    newReply(body.message, {
      id: needId(body.message_id),
      chatId: path.id,
      composedAt: info.occurredAt,
      createdAt: info.occurredAt,
      actor: actorOf(info),
      version: 0,
      type: body.template ? 'template' : 'text',
    }),
});

/** A colleague's note, also where no server has heard of it: then it is refused, and never sent as a reply. */
export const addNote = mutation({
  call: calls.addNote,
  table: 'chat_messages',
  effect: 'create',
  rows: ({ body }) => [needId(body.message_id)],
  change: (row, { path, body }, info) =>
    row ??
    newNote(body.message, {
      id: needId(body.message_id),
      chatId: path.id,
      composedAt: info.occurredAt,
      createdAt: info.occurredAt,
      actor: actorOf(info),
      version: 0,
    }),
});

export const pause = update({
  call: calls.pause,
  table: 'chats',
  rows: ({ path }) => [path.id],
  change: (chat, { body }, info) =>
    pausedHere(chat, { isPaused: true, until: body.paused_until ?? null, reason: 'owner' }, info),
});

export const resume = update({
  call: calls.resume,
  table: 'chats',
  rows: ({ path }) => [path.id],
  change: (chat, _, info) => pausedHere(chat, { isPaused: false, until: null, reason: 'owner' }, info),
});

export const setLabels = update({
  call: calls.setLabels,
  table: 'chats',
  rows: ({ path }) => [path.id],
  change: (chat, { body }) => {
    const labels = withLabels(chat.labels ?? [], body);
    if (labels.length > LABELS_MAX) throw new Error('invalid_fields');
    return { ...chat, labels };
  },
});

export const markAsRead = update({
  call: calls.markAsRead,
  table: 'chats',
  rows: ({ path }) => [path.id],
  change: (chat, { body }) => readUpto(chat, body.read_upto) ?? chat,
  isOvertaken: () => true,
});

export const createCannedReply = mutation({
  call: canned.createCannedReply,
  table: 'canned_replies',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { body }, info) =>
    row ?? newCannedReply(body, { id: needId(body.id), at: info.occurredAt, actor: actorOf(info), version: 0 }),
});

export const editCannedReply = update({
  call: canned.editCannedReply,
  table: 'canned_replies',
  rows: ({ path }) => [path.id],
  change: (reply, { body }, info) => {
    return { ...editedCannedReply(reply, body), ...stampOf(info) };
  },
});

export const removeCannedReply = mutation({
  call: canned.removeCannedReply,
  table: 'canned_replies',
  effect: 'delete',
  rows: ({ path }) => [path.id],
  change: () => null,
});

const pausedHere = (chat: calls.Chat, change: PauseChange, info: MutationInfo): calls.Chat =>
  applyPause(chat, change, { occurredAt: info.occurredAt, opId: info.key, by: info.deviceName }).chat;
