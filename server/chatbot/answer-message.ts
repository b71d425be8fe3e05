import { and, count, desc, eq, gt, lt, ne } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { newNote } from '../../contract/chats/reply.ts';
import { applyPause, isBotPaused } from '../../contract/chats/pause.ts';
import type { Actor } from '../../contract/fields.ts';
import type { OrderChannel } from '../../contract/orders/order-channel.ts';
import { after, findChat, findMessage, ofChat, updateChat } from '../chats/store.ts';
import { aboutChat, appendMessage, previewOf, type NewMessage } from '../chats/write.ts';
import { chat_messages, chats } from '../db/schema/chats.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { inSpace } from '../jobs/in-space.ts';
import type { JobContext, JobRun } from '../jobs/jobs.ts';
import { isBlocked } from '../customers/find-or-create.ts';
import { findCustomer } from '../customers/store.ts';
import { notify } from '../notifications/notify.ts';
import type { Tx } from '../db/tx.ts';
import type { Bus } from '../platform/bus.ts';
import { idFor, newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { composeAnswer, type Composed } from './compose-answer.ts';
import type { Facts } from './answer/facts.ts';
import { guide } from './guide/guide.ts';
import { isAwaited, readState } from './guide/state.ts';
import type { Earlier } from './model/earlier.ts';
import { openModel, type ModelOptions } from './model/open-model.ts';
import type { Reply } from './guide/turn.ts';
import { loadFacts } from './load-facts.ts';
import { opening } from './opening.ts';
import { answersAt, readOwn, type OwnFields } from './store.ts';

export interface AnswerOptions extends ModelOptions {
  bus: Bus;
  log: Pick<Log, 'warn'>;
  /** Answers to one customer within the window; the rest of a flood is for a person. */
  answersMax: number;
}

const WINDOW_MS = 10 * 60_000;

export const answerJobs = (options: AnswerOptions): Record<string, JobRun> => ({
  'chatbot.answer': async ({ restaurant_id, chat_id, message_id }, { clock, enqueue }) => {
    const scope = { ...options, enqueue, restaurantId: restaurant_id!, chatId: chat_id!, messageId: message_id! };
    const requested = await readQuestion(scope, clock.now());
    if (!requested) return;
    // A model may take seconds, so nothing is locked meanwhile.
    const model = requested.isAlone ? null : openModel(options, scope.restaurantId, requested, requested.state);
    const composed = await composeAnswer({ ...options, model }, requested);
    await storeAnswer(scope, { composed, facts: requested.facts }, clock.now());
  },
});

type Scope = AnswerOptions & Pick<JobContext, 'enqueue'> & { restaurantId: string; chatId: string; messageId: string };

async function readQuestion({ pools, env, restaurantId, chatId, messageId, answersMax }: Scope, now: Date) {
  return withTransaction(pools.app, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const found = await findOpenQuestion(db, { restaurantId, chatId, messageId }, now);
    if (!found) return null;
    const { chat, message, own } = found;
    const { customer_id: customerId } = chat;
    const channel = channelOf(chat);
    const state = await readState({ db, restaurantId }, chatId, now);
    const customer = (await findCustomer(db, restaurantId, customerId))?.customer;
    return {
      question: message.message,
      isWritten: message.choice_id === null && message.type === 'text',
      before: await earlierTexts(db, restaurantId, message),
      language: state.language,
      state,
      // No model answers a flood, or somebody who is blocked.
      isAlone: !customer || isBlocked(customer) || (await isFlood({ db, restaurantId, answersMax }, customerId, now)),
      facts: await loadFacts({ db, restaurantId, now, customerId, channel }),
      chat,
      channel,
      own,
      env,
      now,
    };
  });
}

/** Whose menu the customer sees. */
const channelOf = ({ channel_type }: Chat): OrderChannel => (channel_type === 'whatsapp' ? 'whatsapp' : 'chatbot');

/** As many messages as tell the language of a chat: an order by choices has two of them for each step. */
const EARLIER = 80;

/** What was written before a message, without notes of the staff. */
async function earlierTexts(db: Tx, restaurantId: string, { chat_id, created_at }: ChatMessage): Promise<Earlier[]> {
  const rows = await db
    .select({ author: chat_messages.author, message: chat_messages.message, choice_id: chat_messages.choice_id })
    .from(chat_messages)
    .where(
      and(
        ofChat(restaurantId, chat_id),
        eq(chat_messages.type, 'text'),
        eq(chat_messages.is_private, false),
        lt(chat_messages.created_at, created_at),
      ),
    )
    .orderBy(desc(chat_messages.created_at))
    .limit(EARLIER);
  return rows.toReversed();
}

type Ids = Pick<Scope, 'restaurantId' | 'chatId' | 'messageId'>;

/** The message, if the bot may answer it: it is on, not paused here, within its hours or under way, and nobody has answered. */
async function findOpenQuestion(
  db: Tx,
  { restaurantId, chatId, messageId }: Ids,
  now: Date,
): Promise<{ chat: Chat; message: ChatMessage & { choice_id: string | null }; own: OwnFields } | null> {
  const { value: own } = await readOwn({ db, restaurantId });
  if (!own.is_enabled) return null;
  const chat = await findChat(db, restaurantId, chatId);
  if (!chat || isBotPaused(chat, now)) return null;
  const message = await findMessage(db, restaurantId, messageId);
  if (message?.author !== 'customer' || message.chat_id !== chatId) return null;
  // A picture, a voice note or a file is for people: the bot reads words and places.
  if (message.type !== 'text' && message.type !== 'location') return null;
  if (await findMessage(db, restaurantId, answerId(messageId))) return null;
  const replied = await db.$count(
    chat_messages,
    // A note answers nobody.
    and(
      ofChat(restaurantId, chatId),
      eq(chat_messages.author, 'staff'),
      eq(chat_messages.is_private, false),
      gt(chat_messages.created_at, message.created_at),
    ),
  );
  if (replied > 0) return null;
  const choice_id = await choiceOf(db, restaurantId, messageId);
  const isBegun = isAwaited(await readState({ db, restaurantId }, chatId, now), { choice_id });
  if (!isBegun && !(await answersAt({ db, restaurantId }, own, new Date(message.created_at)))) return null;
  return { chat, message: { ...message, choice_id }, own };
}

async function choiceOf(db: Tx, restaurantId: string, messageId: string): Promise<string | null> {
  const [row] = await db
    .select({ choice_id: chat_messages.choice_id })
    .from(chat_messages)
    .where(and(eq(chat_messages.restaurant_id, restaurantId), eq(chat_messages.id, messageId)));
  return row?.choice_id ?? null;
}

/**
 * Stores the answer under the lock of the space, so that a pause comes either before it and prevents it, or after it. Its id follows from
 * the question's: a repeated job finds the answer there.
 */
async function storeAnswer(
  scope: Scope,
  { composed, facts }: { composed: Composed; facts: Facts },
  now: Date,
): Promise<void> {
  const { pools, bus, restaurantId, chatId, messageId, enqueue, answersMax } = scope;
  const { version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
    const found = await findOpenQuestion(db, scope, now);
    if (!found) return;
    const { chat, own } = found;
    const context = { db, restaurantId, now, bump, actor: bot };
    if (await isFlood({ db, restaurantId, answersMax }, chat.customer_id, now)) {
      if (chat.needs_human) return;
      await notifyHuman(scope, { db, bump, now }, chat, 'Many messages in a short time');
      const stamp = { version: await bump(), updated_at: now.toISOString(), updated_by: bot };
      await updateChat(db, restaurantId, chatId, { needs_human: true, ...stamp });
      return;
    }
    const isFirst = !(await hasBotMessage(db, restaurantId, chatId));
    const created_at = after(chat.last_message_at, now);
    const reply = await guide(
      {
        ...context,
        env: scope.env,
        enqueue: (job, ids) => enqueue(db, job, ids),
        occurredAt: now.toISOString(),
        opId: newId(now),
      },
      { ...found, channel: channelOf(chat), facts, env: scope.env, language: composed.language, answer: composed },
    );
    const answer: Reply & { note?: string } = reply ?? composed;
    const message: NewMessage = {
      id: answerId(messageId),
      version: await bump(),
      created_at,
      updated_at: now.toISOString(),
      deleted_at: null,
      updated_by: bot,
      chat_id: chatId,
      author: 'bot',
      author_name: bot.name,
      type: 'text',
      message: [...(isFirst ? opening(own, chat, composed, answer.text) : []), answer.text].join('\n\n'),
      attachments: [],
      quote: null,
      choices: answer.choices ?? null,
      unanswered_id: answer.isUnanswered ? messageId : null,
      delivery_status: 'queued',
      failure_code: null,
      provider_message_id: null,
      is_private: false,
      composed_at: now.toISOString(),
      sent_at: null,
      delivered_at: null,
      read_at: null,
    };
    const parts = partsOf(message, now);
    const next = answer.escalated ? { ...chat, needs_human: true } : chat;
    const kept = { ...next, open_draft: reply ? reply.draft : next.open_draft };
    let written: Chat = answer.wantsPerson ? pausedByCustomer(kept, now) : kept;
    for (const [at, part] of parts.entries())
      written = await appendMessage(context, at === 0 ? chat : written, written, part);
    if (answer.note) {
      const at = after(parts.at(-1)!.created_at, now);
      const values = { id: newId(now), chatId, composedAt: at, createdAt: at, actor: bot, version: await bump() };
      await db.insert(chat_messages).values({ ...newNote(answer.note, values), restaurant_id: restaurantId });
    }
    if (answer.escalated && !chat.needs_human)
      await notifyHuman(scope, { db, bump, now }, chat, previewOf(found.message.message));
    await enqueue(db, 'channel.deliver', { restaurant_id: restaurantId, chat_id: chatId });
  });
  if (version !== null) bus.publish(restaurantId, version);
}

/** The longest text above choices that every channel shows. */
const ABOVE_CHOICES = 1024;

/** A longer one goes before them as a message of its own, so that no line of a summary is cut off. */
function partsOf(message: NewMessage, now: Date): NewMessage[] {
  if (!message.choices || message.message.length <= ABOVE_CHOICES) return [message];
  const before = { ...message, id: newId(now), choices: null, unanswered_id: null };
  return [before, { ...message, created_at: after(message.created_at, now), message: message.choices.button }];
}

const bot: Actor = { kind: 'bot', id: null, name: 'Automatic assistant' };

const pausedByCustomer = (chat: Chat, now: Date): Chat =>
  applyPause(
    chat,
    { isPaused: true, until: null, reason: 'customer_asked' },
    { occurredAt: now.toISOString(), opId: newId(now), by: bot.name },
  ).chat;

async function notifyHuman(
  { restaurantId, enqueue }: Scope,
  { db, bump, now }: { db: Tx; bump(): Promise<number>; now: Date },
  chat: Chat,
  body: string,
): Promise<void> {
  await notify(
    { db, bump, restaurantId, now, enqueue: (job, ids) => enqueue(db, job, ids) },
    {
      type: 'chat_needs_human',
      title: `${chat.customer_name} needs an answer`,
      body,
      severity: 'warning',
      resource_type: 'chat',
      resource_id: chat.id,
      url: `/restaurant/chats/${chat.customer_id}`,
      group_key: aboutChat(chat.id),
    },
  );
}

async function isFlood(
  { db, restaurantId, answersMax }: { db: Tx } & Pick<Scope, 'restaurantId' | 'answersMax'>,
  customerId: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - WINDOW_MS);
  const [row] = await db
    .select({ n: count() })
    .from(chat_messages)
    .innerJoin(chats, and(eq(chats.restaurant_id, chat_messages.restaurant_id), eq(chats.id, chat_messages.chat_id)))
    .where(
      and(
        eq(chat_messages.restaurant_id, restaurantId),
        eq(chats.customer_id, customerId),
        eq(chat_messages.author, 'bot'),
        gt(chat_messages.created_at, since.toISOString()),
      ),
    );
  return (row?.n ?? 0) >= answersMax;
}

/** One that the customer may have read. */
async function hasBotMessage(db: Tx, restaurantId: string, chatId: string): Promise<boolean> {
  const sent = await db.$count(
    chat_messages,
    and(ofChat(restaurantId, chatId), eq(chat_messages.author, 'bot'), ne(chat_messages.delivery_status, 'failed')),
  );
  return sent > 0;
}

/** The id of a message's answer: always the same, so that there is one. */
export const answerId = (messageId: string): string => idFor(`chatbot.answer ${messageId.toLowerCase()}`);
