import * as contract from '../../../contract/chats/canned-reply-calls.ts';
import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import {
  CANNED_REPLIES_MAX,
  cannedReplyFields,
  editedCannedReply,
  newCannedReply,
} from '../../../contract/chats/canned-replies.ts';
import { changedFields } from '../../db/changed-fields.ts';
import { newRowId, newRowValues, stampOf } from '../../pipeline/new-row-values.ts';
import {
  answer,
  answerTaken,
  defineHandler,
  refuse,
  type BaseContext,
  type Handler,
  type Refusal,
} from '../../pipeline/handler.ts';
import { mergeFields, standingChanges } from '../../db/field-merge.ts';
import { countReplies, findByShortcut, findReply, insertReply, liveReplies, updateReply } from './store.ts';

const list = defineHandler(contract.listCannedReplies, async (c) => ({
  canned_replies: await liveReplies(c.db, c.restaurantId),
}));

const create = defineHandler(contract.createCannedReply, async (c) => {
  const id = newRowId(c, c.body);
  const present = (await findReply(c.db, c.restaurantId, id))?.reply;
  if (present) {
    const isSame = present.deleted_at === null && !changedFields(present, editedCannedReply(present, c.body));
    return answerTaken(present, isSame);
  }
  const refusal = await refuseDuplicateShortcut(c, { id, shortcut: c.body.shortcut });
  if (refusal) return refusal;
  if ((await countReplies(c.db, c.restaurantId)) >= CANNED_REPLIES_MAX)
    return refuse('invalid_fields', {
      field_errors: { shortcut: `There are ${CANNED_REPLIES_MAX} saved replies already. Delete one first` },
    });
  const reply = newCannedReply(c.body, await newRowValues(c, id));
  await insertReply(c.db, c.restaurantId, reply);
  return reply;
});

/** Merged by field: the later edit of a field wins, in whatever order devices send them. */
const edit = defineHandler(contract.editCannedReply, async (c) => {
  const found = await findReply(c.db, c.restaurantId, c.path.id);
  if (!found || found.reply.deleted_at !== null) return refuse('not_found');
  const { reply, fieldChanges } = found;
  const { wins, lost, changes } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
    named: cannedReplyFields.filter((field) => c.body[field] !== undefined),
    changes: fieldChanges,
    isSame: (field) => !changedFields(reply, editedCannedReply(reply, { [field]: c.body[field] })),
  });
  let edited = reply;
  if (changes) {
    const next = editedCannedReply(reply, Object.fromEntries(wins.map((field) => [field, c.body[field]])));
    const refusal = await refuseDuplicateShortcut(c, next);
    if (refusal) return refusal;
    const stamp = await stampOf(c);
    await updateReply(c.db, c.restaurantId, reply.id, {
      ...changedFields(reply, next),
      ...stamp,
      field_changes: changes,
    });
    edited = { ...next, ...stamp };
  }
  if (lost.length === 0) return edited;
  const fields = standingChanges(lost, fieldChanges, reply);
  return answer(edited, { notice: { code: 'superseded', current: edited, fields } });
});

const remove = defineHandler(contract.removeCannedReply, async (c) => {
  const reply = (await findReply(c.db, c.restaurantId, c.path.id))?.reply;
  if (!reply) return refuse('not_found');
  if (reply.deleted_at !== null) return answer({ id: reply.id }, { notice: { code: 'already_done' } });
  await updateReply(c.db, c.restaurantId, reply.id, { ...(await stampOf(c)), deleted_at: c.now.toISOString() });
  return { id: reply.id };
});

export const routes: Handler[] = [list, create, edit, remove];

async function refuseDuplicateShortcut(
  c: BaseContext,
  { id, shortcut }: Pick<CannedReply, 'id' | 'shortcut'>,
): Promise<Refusal | null> {
  const other = await findByShortcut(c.db, c.restaurantId, shortcut);
  return other && other.id !== id ? refuse('shortcut_taken', { current: other }) : null;
}
