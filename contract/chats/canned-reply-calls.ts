import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { deviceField, Id, operationFields, storable, syncedFields, text } from '../fields.ts';
import { MessageText } from './calls.ts';
import { CANNED_TITLE_MAX, SHORTCUT, SHORTCUT_MAX } from './canned-replies.ts';

/** A text that staff write often. In the reply field it is found by `/` and its shortcut. */
export const CannedReply = z.object({
  ...syncedFields,
  shortcut: z.string(),
  /** Empty: the list shows the start of the message alone. */
  title: z.string(),
  /** May have the placeholders of fillPlaceholders. */
  message: z.string(),
  sort_order: z.int(),
});
export type CannedReply = z.infer<typeof CannedReply>;

export const Shortcut = z
  .string()
  .check(
    z.maxLength(SHORTCUT_MAX),
    z.regex(SHORTCUT, 'Use lower-case letters, digits and hyphens, such as opening-hours'),
    storable,
  );

const more = {
  title: z.optional(text(CANNED_TITLE_MAX)),
  sort_order: z.optional(z.int().check(z.gte(-1_000_000), z.lte(1_000_000))),
  ...operationFields,
  ...deviceField,
};

export const listCannedReplies = call('chats.listCannedReplies', 'GET', '/chat/canned-replies', {
  access: 'chats.setup',
  offline: read,
  reply: z.object({ canned_replies: z.array(CannedReply) }),
  addition: true,
  summary: 'Canned replies, in their order',
});

/**
 * The device chooses the id, so that a repeated request creates one. 409 `shortcut_taken` (with `current`): another reply has it. 422
 * `invalid_fields`: there are CANNED_REPLIES_MAX.
 */
export const createCannedReply = call('chats.createCannedReply', 'POST', '/chat/canned-replies', {
  access: 'chats.setup',
  offline: queue('never'),
  body: z.strictObject({ id: z.optional(Id), shortcut: Shortcut, message: MessageText, ...more }),
  reply: CannedReply,
  addition: true,
  summary: 'Add a canned reply',
});

/**
 * Merged by field: the newest `occurred_at` wins, then the greater `op_id`; the notice `superseded` names the fields that lost. 409
 * `shortcut_taken`.
 */
export const editCannedReply = call('chats.editCannedReply', 'PUT', '/chat/canned-replies/{id}', {
  access: 'chats.setup',
  offline: queue('never'),
  body: z.strictObject({ shortcut: z.optional(Shortcut), message: z.optional(MessageText), ...more }),
  reply: CannedReply,
  addition: true,
  summary: 'Edit a canned reply',
});

export const removeCannedReply = call('chats.removeCannedReply', 'DELETE', '/chat/canned-replies/{id}', {
  access: 'chats.setup',
  offline: queue('never'),
  reply: z.object({ id: Id }),
  addition: true,
  summary: 'Delete a canned reply',
});
