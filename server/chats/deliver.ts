import { and, asc, eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { ChatMessage } from '../../contract/chats/calls.ts';
import { isBotPaused } from '../../contract/chats/pause.ts';
import type { Actor } from '../../contract/fields.ts';
import type { Clock } from '../platform/clock.ts';
import type { Pools } from '../db/open.ts';
import type { Tx } from '../db/tx.ts';
import { chat_messages } from '../db/schema/chats.ts';
import { inSpace, type Space } from '../jobs/in-space.ts';
import type { JobContext, JobRun, Jobs } from '../jobs/jobs.ts';
import { withTransaction } from '../db/with-transaction.ts';
import type { Channels, Outgoing, Sent } from '../integrations/channels/channel.ts';
import type { Bus } from '../platform/bus.ts';
import { findChat, findMessage, nextSentAt, ofChat, updateMessage } from './store.ts';
import { notifySendFailed } from './send-failed.ts';

export interface DeliverOptions {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  /** The channels; one that notes faults of its service adds jobs for them. */
  channels: Channels | ((enqueue: Jobs['enqueue']) => Channels);
  /** How long a channel may take to answer, ms. */
  waitMs?: number;
}

const WAIT_MS = 60_000;
/** Longer than a channel may take: a process that has held a message for this long is gone. */
const HELD_MS = 90_000;
/** A reply that may have been sent waits this long for a status of its service; those behind it wait, too, so that their order stays. */
const UNCONFIRMED_MS = 120_000;
/** A reply not accepted by its channel for this long has failed. */
const GIVE_UP_MS = 60 * 60_000;

/** Passes a chat's waiting replies to its channel one by one, in the order written. */
export function chatJobs(options: DeliverOptions): Record<string, JobRun> {
  return {
    'channel.deliver': async ({ restaurant_id, chat_id }, { clock, enqueue }) => {
      const channels = typeof options.channels === 'function' ? options.channels(enqueue) : options.channels;
      const context = { ...options, channels, enqueue, restaurantId: restaurant_id!, chatId: chat_id! };
      for (let next = await claim(context, clock.now()); next; next = await claim(context, clock.now())) {
        const sent = next.isUnconfirmed ? unconfirmed : await handOver(context, next, clock);
        await settle(context, next, sent, clock.now());
      }
    },
  };
}

type DeliveryContext = Omit<DeliverOptions, 'channels'> &
  Pick<JobContext, 'enqueue'> & { channels: Channels; restaurantId: string; chatId: string };
type Claimed = Omit<Outgoing, 'now'> & {
  channelType: keyof Channels;
  createdAt: string;
  customerId: string;
  version: number;
  /** It was given to its service, and nothing says whether it arrived: only a person may send it again. */
  isUnconfirmed: boolean;
};
type Settled = Sent | { kind: 'queued' };

const unconfirmed: Sent = { kind: 'failed', failure_code: 'unconfirmed' };

/** Claims the oldest waiting reply; null if there is none, or if another process holds one of this chat. */
async function claim(
  { pools, bus, channels, restaurantId, chatId }: DeliveryContext,
  now: Date,
): Promise<Claimed | null> {
  const { result, version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
    const chat = await findChat(db, restaurantId, chatId);
    if (!chat) return null;
    // Who asked for a person still reads that one is coming.
    if (isBotPaused(chat, now) && chat.pause_reason !== 'customer_asked')
      await withdrawBotReplies({ db, restaurantId, chatId, bump }, now);
    const [first] = await db
      .select()
      .from(chat_messages)
      .where(and(ofChat(restaurantId, chatId), inArray(chat_messages.delivery_status, ['sending', 'queued']), fromUs))
      .orderBy(asc(chat_messages.created_at), asc(chat_messages.id))
      .limit(1);
    if (!first || isHeld(first, now)) return null;
    const stamp = await stampOf(bump, now);
    // Recorded before the request: a process that dies after it leaves a reply that nobody sends a second time.
    const isOnce = channels[chat.channel_type]?.isRepeatable === false;
    await updateMessage(db, restaurantId, first.id, { delivery_status: 'sending', ...stamp });
    if (isOnce && first.unconfirmed_since === null) await noteAttempt(db, restaurantId, first.id, now);
    return {
      restaurantId,
      chatId,
      messageId: first.id,
      message: first.message,
      channelType: chat.channel_type,
      createdAt: first.created_at,
      customerId: chat.customer_id,
      version: stamp.version,
      isUnconfirmed: first.unconfirmed_since !== null,
    };
  });
  if (version !== null) bus.publish(restaurantId, version);
  return result;
}

/** A pause stops what the bot has said and nobody has received. */
async function withdrawBotReplies(
  { db, restaurantId, chatId, bump }: Space & { restaurantId: string; chatId: string },
  now: Date,
): Promise<void> {
  const waiting = and(
    ofChat(restaurantId, chatId),
    eq(chat_messages.author, 'bot'),
    eq(chat_messages.delivery_status, 'queued'),
  );
  if ((await db.$count(chat_messages, waiting)) === 0) return;
  await db
    .update(chat_messages)
    .set({ delivery_status: 'failed', failure_code: 'channel_paused', ...(await stampOf(bump, now)) })
    .where(waiting);
}

const fromUs = and(inArray(chat_messages.author, ['staff', 'bot']), eq(chat_messages.is_private, false));

function isHeld(
  message: Pick<typeof chat_messages.$inferSelect, 'delivery_status' | 'updated_at' | 'unconfirmed_since'>,
  now: Date,
): boolean {
  if (message.delivery_status !== 'sending') return false;
  if (message.unconfirmed_since !== null) return now.getTime() - Date.parse(message.unconfirmed_since) < UNCONFIRMED_MS;
  return now.getTime() - Date.parse(message.updated_at) < HELD_MS;
}

async function noteAttempt(db: Tx, restaurantId: string, id: string, now: Date | null): Promise<void> {
  await db
    .update(chat_messages)
    .set({ unconfirmed_since: now?.toISOString() ?? null })
    .where(and(eq(chat_messages.restaurant_id, restaurantId), eq(chat_messages.id, id)));
}

/** If the channel is unavailable, the job's next try repeats it. */
async function handOver(context: DeliveryContext, claimed: Claimed, clock: Clock): Promise<Sent> {
  const { channelType, createdAt, customerId: _, version: __, isUnconfirmed: ___, ...outgoing } = claimed;
  const channel = context.channels[channelType];
  if (!channel) return { kind: 'failed', failure_code: 'channel_error' };
  try {
    return await within(context.waitMs ?? WAIT_MS, channel.send({ ...outgoing, now: clock.now() }));
  } catch (fault) {
    if (fault instanceof NoAnswer && !channel.isRepeatable) return { kind: 'unknown' };
    const isOver = clock.now().getTime() - Date.parse(createdAt) > GIVE_UP_MS;
    const outcome: Settled = isOver ? { kind: 'failed', failure_code: 'channel_error' } : { kind: 'queued' };
    await settle(context, claimed, outcome, clock.now());
    throw fault;
  }
}

class NoAnswer extends Error {}

/** A channel that does not answer counts as unavailable. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('The channel did not answer in time')), ms).unref();
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Stores a reply's result, unless another process has taken it over: then that one's result stands. */
async function settle(context: DeliveryContext, claimed: Claimed, outcome: Settled, now: Date): Promise<void> {
  const { pools, bus, enqueue, restaurantId, chatId } = context;
  // It stays as it is until a status comes, or until it has waited long enough (see claim).
  if (outcome.kind === 'unknown') return;
  const { version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
    const message = await findMessage(db, restaurantId, claimed.messageId);
    if (message?.delivery_status !== 'sending' || message.version !== claimed.version) return;
    const stamp = await stampOf(bump, now);
    const fields: Partial<ChatMessage> = { delivery_status: outcome.kind, ...stamp };
    if (outcome.kind === 'sent') {
      fields.sent_at = await nextSentAt(db, restaurantId, chatId, now);
      fields.provider_message_id = outcome.provider_message_id;
    }
    if (outcome.kind === 'failed') fields.failure_code = outcome.failure_code;
    await updateMessage(db, restaurantId, claimed.messageId, fields);
    // A failed reply keeps the note, so that a late status can still correct it.
    if (outcome.kind !== 'failed') return noteAttempt(db, restaurantId, claimed.messageId, null);
    await notifySendFailed(
      { db, bump, restaurantId, now, enqueue: (job, ids) => enqueue(db, job, ids) },
      { ...claimed, id: claimed.messageId },
    );
  });
  if (version !== null) bus.publish(restaurantId, version);
}

const galley: Actor = { kind: 'channel', id: null, name: 'Galley' };
const stampOf = async (bump: () => Promise<number>, now: Date) => ({
  version: await bump(),
  updated_at: now.toISOString(),
  updated_by: galley,
});

/** Adds the job anew for chats in which a reply has waited long enough for a status. */
export async function deliverUnconfirmed(
  pools: Pick<Pools, 'owner'>,
  jobs: Pick<Jobs, 'enqueueMissing'>,
  now: Date,
): Promise<number> {
  return withTransaction(pools.owner, null, 'write', async (client) => {
    const before = new Date(now.getTime() - UNCONFIRMED_MS).toISOString();
    const { rows } = await client.query<{ restaurant_id: string; chat_id: string }>(
      `SELECT DISTINCT restaurant_id, chat_id FROM chat_messages
        WHERE delivery_status = 'sending' AND author IN ('staff', 'bot') AND unconfirmed_since < $1 LIMIT 500`,
      [before],
    );
    await jobs.enqueueMissing(drizzle(client), 'channel.deliver', rows);
    return rows.length;
  });
}
