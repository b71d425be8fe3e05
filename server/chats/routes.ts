import { isDeepStrictEqual } from 'node:util';
import { LABELS_MAX, withLabels } from '../../contract/chats/labels.ts';
import { applyPause, type PauseChange } from '../../contract/chats/pause.ts';
import { readUpto } from '../../contract/chats/read-marks.ts';
import * as contract from '../../contract/chats/calls.ts';
import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import { readPaging } from '../../contract/query.ts';
import { changedFields } from '../db/changed-fields.ts';
import { answer, defineHandler, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { searchTerms } from '../db/search.ts';
import { addNote } from './note.ts';
import { sendMessage } from './reply.ts';
import { countUnread, findChat, listChats, readMessages, updateChat } from './store.ts';
import { settleWhenRead } from './write.ts';

const MESSAGES = { limit: 50, max: PAGE_LIMIT_MAX };

const list = defineHandler(contract.list, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const filter = {
    customerId: c.query.customer_id?.toLowerCase(),
    isUnread: toBoolean(c.query.is_unread),
    isPaused: toBoolean(c.query.is_paused),
    label: c.query.label,
    terms: searchTerms(c.query.search),
  };
  const found = await listChats(c.db, c.restaurantId, filter, paging);
  return answer(found.chats, { meta: metaOf(found.total, paging) });
});

const get = defineHandler(contract.get, async (c) => {
  const chat = await findChat(c.db, c.restaurantId, c.path.id);
  if (!chat) return refuse('not_found');
  const { limit } = readPaging({ limit: c.query.limit }, MESSAGES);
  const { messages, hasEarlier } = await readMessages(c.db, c.restaurantId, chat.id, { before: c.query.before, limit });
  return { chat, messages, has_earlier: hasEarlier };
});

const pause = defineHandler(contract.pause, (c) =>
  setPause(c, { isPaused: true, until: c.body.paused_until ?? null, reason: 'owner' }),
);

const resume = defineHandler(contract.resume, (c) => setPause(c, { isPaused: false, until: null, reason: 'owner' }));

const markAsRead = defineHandler(contract.markAsRead, async (c) => {
  const chat = await findChat(c.db, c.restaurantId, c.path.id);
  if (!chat) return refuse('not_found');
  // A device cannot have read messages that do not exist yet.
  const upto = c.body.read_upto < chat.last_message_at ? c.body.read_upto : chat.last_message_at;
  const moved = readUpto(chat, upto);
  if (!moved) return answer(chat, { notice: { code: 'already_done', current: chat } });
  const read = { ...moved, unread_count: await countUnread(c.db, c.restaurantId, moved) };
  const written = await write(c, chat, read);
  await settleWhenRead(c, written);
  return written;
});

const setLabels = defineHandler(contract.setLabels, async (c) => {
  const chat = await findChat(c.db, c.restaurantId, c.path.id);
  if (!chat) return refuse('not_found');
  const labels = withLabels(chat.labels, c.body);
  if (labels.length > LABELS_MAX)
    return refuse('invalid_fields', { field_errors: { add: `A chat has at most ${LABELS_MAX} labels` } });
  if (isDeepStrictEqual(labels, chat.labels)) return answer(chat, { notice: { code: 'already_done', current: chat } });
  return write(c, chat, { ...chat, labels });
});

export const routes: Handler[] = [list, get, pause, resume, sendMessage, addNote, setLabels, markAsRead];

async function setPause(c: BaseContext & { path: { id: string } }, change: PauseChange) {
  const chat = await findChat(c.db, c.restaurantId, c.path.id);
  if (!chat) return refuse('not_found');
  const outcome = applyPause(chat, change, { occurredAt: c.occurredAt, opId: c.opId, by: c.actor.name });
  if (outcome.kind === 'superseded') return answer(chat, { notice: { code: 'superseded', current: chat } });
  return write(c, chat, outcome.chat);
}

async function write(c: BaseContext, before: contract.Chat, next: contract.Chat): Promise<contract.Chat> {
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateChat(c.db, c.restaurantId, before.id, { ...changedFields(before, next), ...stamp });
  return { ...next, ...stamp };
}

const toBoolean = (text: 'true' | 'false' | undefined) => (text === undefined ? undefined : text === 'true');
