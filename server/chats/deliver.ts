import { and, asc, inArray } from 'drizzle-orm';
import type { ChatMessage } from '../../contract/chats/calls.ts';
import type { Actor } from '../../contract/fields.ts';
import type { Clock } from '../platform/clock.ts';
import type { Pools } from '../db/open.ts';
import { chat_messages } from '../db/schema.ts';
import { inSpace } from '../jobs/in-space.ts';
import type { JobContext, JobRun } from '../jobs/jobs.ts';
import { notify } from '../notifications/notify.ts';
import type { Channels, Outgoing, Sent } from '../integrations/channels/channel.ts';
import type { Bus } from '../sync/bus.ts';
import { findChat, findMessage, nextSentAt, ofChat, updateMessage } from './store.ts';
import { previewOf } from './write.ts';

export interface DeliverOptions {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  channels: Channels;
  /** How long a channel may take to answer, ms. */
  waitMs?: number;
}

const WAIT_MS = 60_000;
/** Longer than a channel may take to answer: whoever holds a message for this long is gone. */
const HELD_MS = 90_000;
/** A reply that no channel would take for this long has failed. */
const GIVE_UP_MS = 60 * 60_000;

/** Hands the waiting replies of a chat to its channel, one after the other, in the order in which they were written. */
export function chatJobs(options: DeliverOptions): Record<string, JobRun> {
  return {
    'channel.deliver': async ({ restaurant_id, chat_id }, { clock, enqueue }) => {
      const place = { ...options, enqueue, restaurantId: restaurant_id!, chatId: chat_id! };
      for (let next = await claim(place, clock.now()); next; next = await claim(place, clock.now())) {
        const sent = await handOver(place, next, clock);
        await settle(place, next, sent, clock.now());
      }
    },
  };
}

type Place = DeliverOptions & Pick<JobContext, 'enqueue'> & { restaurantId: string; chatId: string };
type Claimed = Outgoing & { channelType: keyof Channels; createdAt: string; customerId: string; version: number };
type Settled = Sent | { kind: 'queued' };

/** Takes the oldest reply that waits; null when there is none, or when another process has one of this chat in its hands. */
async function claim({ pools, bus, restaurantId, chatId }: Place, now: Date): Promise<Claimed | null> {
  const { result, version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
    const chat = await findChat(db, restaurantId, chatId);
    if (!chat) return null;
    const [first] = await db
      .select()
      .from(chat_messages)
      .where(and(ofChat(restaurantId, chatId), inArray(chat_messages.delivery_status, ['sending', 'queued']), fromUs))
      .orderBy(asc(chat_messages.created_at), asc(chat_messages.id))
      .limit(1);
    if (!first || isHeld(first, now)) return null;
    const stamp = await stampOf(bump, now);
    await updateMessage(db, restaurantId, first.id, { delivery_status: 'sending', ...stamp });
    return {
      restaurantId,
      chatId,
      messageId: first.id,
      message: first.message,
      channelType: chat.channel_type,
      createdAt: first.created_at,
      customerId: chat.customer_id,
      version: stamp.version,
    };
  });
  if (version !== null) bus.publish(restaurantId, version);
  return result;
}

const fromUs = inArray(chat_messages.author, ['staff', 'bot']);

const isHeld = (message: Pick<ChatMessage, 'delivery_status' | 'updated_at'>, now: Date) =>
  message.delivery_status === 'sending' && now.getTime() - Date.parse(message.updated_at) < HELD_MS;

/** A channel that cannot take it now gets it again with the job's next try. */
async function handOver(place: Place, claimed: Claimed, clock: Clock): Promise<Sent> {
  const { channelType, createdAt, customerId: _, version: __, ...outgoing } = claimed;
  const channel = place.channels[channelType];
  if (!channel) return { kind: 'failed', failure_code: 'channel_error' };
  try {
    return await within(place.waitMs ?? WAIT_MS, channel.send(outgoing));
  } catch (fault) {
    const isOver = clock.now().getTime() - Date.parse(createdAt) > GIVE_UP_MS;
    const outcome: Settled = isOver ? { kind: 'failed', failure_code: 'channel_error' } : { kind: 'queued' };
    await settle(place, claimed, outcome, clock.now());
    throw fault;
  }
}

/** A channel that does not answer is one that cannot take it now. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The channel did not answer in time')), ms).unref();
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes what became of a reply, unless it is in other hands by now: what those wrote stands, whatever came of this try. */
async function settle(place: Place, claimed: Claimed, outcome: Settled, now: Date): Promise<void> {
  const { pools, bus, enqueue, restaurantId, chatId } = place;
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
    if (outcome.kind !== 'failed') return;
    await notify(
      { db, bump, restaurantId, now, enqueue: (job, ids) => enqueue(db, job, ids) },
      {
        type: 'chat_send_failed',
        title: 'A reply was not sent',
        body: previewOf(claimed.message),
        severity: 'warning',
        resource_type: 'chat',
        resource_id: chatId,
        url: `/restaurant/chats/${claimed.customerId}`,
        group_key: `chat_message:${claimed.messageId}`,
      },
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
