import type { Chat } from '../../../contract/chats/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { mutateIn } from '../../../src/data/mutate.ts';
import * as chats from '../../../src/features/chats/mutations.ts';
import { setStatus } from '../../../src/features/orders/mutations.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Device, Tab } from './device.ts';

/** The people at one tablet. They know only what it shows. */
export interface Staff {
  device: Device;
  /** Messages sent to each chat and not withdrawn, in their final order. */
  replies: Map<string, string[]>;
  counts: Record<'steps' | 'dark' | 'replies' | 'overtaken' | 'confirmed' | 'discarded' | 'pauses' | 'resumes', number>;
  /** One pass over the screen. `zeal`: probability of doing each thing now. */
  work(zeal: number): Promise<void>;
  /** Writes in this customer's chat without a question. */
  writeTo(customer: string): Promise<void>;
  /** Orders on this screen that wait for an answer. */
  unansweredOrders(): Promise<Order[]>;
}

const nextOf: Partial<Record<Order['order_status'], Order['order_status']>> = {
  pending: 'accepted',
  accepted: 'preparing',
  preparing: 'ready',
  ready: 'completed',
};

export function makeStaff(
  device: Device,
  random: Seeded,
  leaves: { order(order: Order): boolean; chat(chat: Chat): boolean },
): Staff {
  const counts: Staff['counts'] = {
    steps: 0,
    dark: 0,
    replies: 0,
    overtaken: 0,
    confirmed: 0,
    discarded: 0,
    pauses: 0,
    resumes: 0,
  };
  const replies: Staff['replies'] = new Map();
  const ids = { next: 0 };

  async function work(zeal: number): Promise<void> {
    const tab = device.tabs[0] ?? device.openTab();
    for (const order of await openOrders(tab)) {
      if (leaves.order(order) || !random.chance(zeal)) continue;
      moveOn(tab, order);
    }
    const rows = await tab.store.db.chats.orderBy('id').toArray();
    for (const chat of rows) if (!leaves.chat(chat)) await writeInChat(tab, chat, zeal);
    await answerQuestions(tab);
  }

  function moveOn(tab: Tab, order: Order): void {
    const isRefused = order.order_status === 'pending' && random.chance(0.08);
    const order_status = isRefused ? 'rejected' : nextOf[order.order_status];
    if (!order_status) return;
    counts.steps += 1;
    if (!device.isOnline) counts.dark += 1;
    tab.mutate(setStatus, {
      path: { id: order.id },
      body: {
        order_status,
        ...(isRefused ? { reason: 'busy' as const } : {}),
        ...(order_status === 'accepted' ? { prep_minutes: random.between(15, 40) } : {}),
      },
    });
  }

  async function writeInChat(tab: Tab, chat: Chat, zeal: number): Promise<void> {
    if (random.chance(zeal / 15)) {
      const isPause = random.chance(0.5);
      counts[isPause ? 'pauses' : 'resumes'] += 1;
      if (isPause) tab.mutate(chats.pause, { path: { id: chat.id }, body: {} });
      else tab.mutate(chats.resume, { path: { id: chat.id }, body: {} });
    }
    const isUnanswered = chat.last_inbound_at !== null && chat.last_message_author === 'customer';
    if (!isUnanswered || !random.chance(zeal)) return;
    const unsentReplies = (await tab.store.db.outbox.where('state').notEqual('acked').toArray()).filter(
      (entry) => entry.call === 'chats.sendMessage' && entry.path.id === chat.id,
    );
    // One reply per question; now and then a second one.
    if (unsentReplies.length > (random.chance(0.3) ? 1 : 0)) return;
    tab.mutate(chats.markAsRead, { path: { id: chat.id }, body: { read_upto: chat.last_message_at } });
    reply(tab, chat, `${device.name} ${++ids.next}`);
  }

  async function writeTo(customer: string): Promise<void> {
    const tab = device.tabs[0]!;
    const chat = await tab.store.db.chats.filter((row) => row.customer_name === customer).first();
    if (!chat) throw new Error(`${device.name} does not show the chat of ${customer}`);
    reply(tab, chat, `${device.name} ${++ids.next}`);
  }

  function reply(tab: Tab, chat: Chat, message: string): void {
    counts.replies += 1;
    const list = replies.get(chat.id) ?? [];
    replies.set(chat.id, [...list, message]);
    tab.mutate(chats.sendMessage, {
      path: { id: chat.id },
      body: { message, message_id: tab.store.newId(), seen_inbound_at: chat.last_inbound_at },
    });
  }

  /** Confirms or discards replies that failed as overtaken, and dismisses other failed changes. */
  async function answerQuestions(tab: Tab): Promise<void> {
    for (const deadLetter of await tab.store.db.dead_letters.orderBy('at').toArray()) {
      const { call, path, body } = deadLetter.entry;
      if (call !== 'chats.sendMessage' || deadLetter.error?.code !== 'overtaken') {
        await tab.store.db.dead_letters.delete(deadLetter.key);
        continue;
      }
      counts.overtaken += 1;
      const message = String(body.message);
      const list = (replies.get(path.id!) ?? []).filter((one) => one !== message);
      if (random.chance(0.4)) {
        counts.discarded += 1;
        replies.set(path.id!, list);
        await tab.store.db.dead_letters.delete(deadLetter.key);
        continue;
      }
      counts.confirmed += 1;
      replies.set(path.id!, [...list, message]);
      const again = { message, message_id: tab.store.newId(), seen_inbound_at: null, is_confirmed: true };
      const args = { path: { id: path.id! }, body: again };
      await mutateIn(tab.store, chats.sendMessage, args, { instead: deadLetter.key }).durable;
    }
  }

  return {
    device,
    replies,
    counts,
    work,
    writeTo,
    unansweredOrders: async () =>
      (await openOrders(device.tabs[0]!)).filter((order) => order.order_status === 'pending'),
  };
}

async function openOrders({ store }: Tab): Promise<Order[]> {
  const rows = await store.db.orders.orderBy('id').toArray();
  return rows.filter((order) => order.order_status in nextOf);
}
