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
  /** What was said in each chat and not taken back, in the order in which it was said for good. */
  said: Map<string, string[]>;
  counts: Record<'steps' | 'dark' | 'replies' | 'asked' | 'confirmed' | 'discarded' | 'pauses' | 'resumes', number>;
  /** One look at the screen. `zeal`: how likely each thing is done at once. */
  work(zeal: number): Promise<void>;
  /** Orders that wait for an answer on this screen. */
  waiting(): Promise<Order[]>;
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
    asked: 0,
    confirmed: 0,
    discarded: 0,
    pauses: 0,
    resumes: 0,
  };
  const said: Staff['said'] = new Map();
  const ids = { next: 0 };

  async function work(zeal: number): Promise<void> {
    const tab = device.tabs[0] ?? device.openTab();
    for (const order of await openOrders(tab)) {
      if (leaves.order(order) || !random.chance(zeal)) continue;
      moveOn(tab, order);
    }
    const rows = await tab.store.db.chats.orderBy('id').toArray();
    for (const chat of rows) if (!leaves.chat(chat)) await talk(tab, chat, zeal);
    await answerQuestions(tab);
  }

  function moveOn(tab: Tab, order: Order): void {
    const isRefused = order.order_status === 'pending' && random.chance(0.08);
    const order_status = isRefused ? 'rejected' : nextOf[order.order_status];
    if (!order_status) return;
    counts.steps += 1;
    if (!device.isOnline) counts.dark += 1;
    tab.tap(setStatus, {
      path: { id: order.id },
      body: {
        order_status,
        ...(isRefused ? { reason: 'busy' as const } : {}),
        ...(order_status === 'accepted' ? { prep_minutes: random.between(15, 40) } : {}),
      },
    });
  }

  async function talk(tab: Tab, chat: Chat, zeal: number): Promise<void> {
    if (random.chance(zeal / 15)) {
      const isPause = random.chance(0.5);
      counts[isPause ? 'pauses' : 'resumes'] += 1;
      if (isPause) tab.tap(chats.pause, { path: { id: chat.id }, body: {} });
      else tab.tap(chats.resume, { path: { id: chat.id }, body: {} });
    }
    const isAsked = chat.last_inbound_at !== null && chat.last_message_author === 'customer';
    if (!isAsked || !random.chance(zeal)) return;
    const waiting = (await tab.store.db.outbox.where('state').notEqual('acked').toArray()).filter(
      (entry) => entry.call === 'chats.sendMessage' && entry.path.id === chat.id,
    );
    // One answer for one question; now and then a second thought.
    if (waiting.length > (random.chance(0.3) ? 1 : 0)) return;
    tab.tap(chats.markAsRead, { path: { id: chat.id }, body: { read_upto: chat.last_message_at } });
    reply(tab, chat, `${device.name} ${++ids.next}`);
  }

  function reply(tab: Tab, chat: Chat, message: string): void {
    counts.replies += 1;
    const list = said.get(chat.id) ?? [];
    said.set(chat.id, [...list, message]);
    tab.tap(chats.sendMessage, {
      path: { id: chat.id },
      body: { message, message_id: tab.store.newId(), seen_inbound_at: chat.last_inbound_at },
    });
  }

  /** What could not be done stands on the screen until somebody has dealt with it. */
  async function answerQuestions(tab: Tab): Promise<void> {
    for (const letter of await tab.store.db.dead_letters.orderBy('at').toArray()) {
      const { call, path, body } = letter.entry;
      if (call !== 'chats.sendMessage' || letter.error?.code !== 'overtaken') {
        await tab.store.db.dead_letters.delete(letter.key);
        continue;
      }
      counts.asked += 1;
      const message = String(body.message);
      const list = (said.get(path.id!) ?? []).filter((one) => one !== message);
      if (random.chance(0.4)) {
        counts.discarded += 1;
        said.set(path.id!, list);
        await tab.store.db.dead_letters.delete(letter.key);
        continue;
      }
      counts.confirmed += 1;
      said.set(path.id!, [...list, message]);
      const again = { message, message_id: tab.store.newId(), seen_inbound_at: null, is_confirmed: true };
      const args = { path: { id: path.id! }, body: again };
      await mutateIn(tab.store, chats.sendMessage, args, { instead: letter.key }).durable;
    }
  }

  return {
    device,
    said,
    counts,
    work,
    waiting: async () => (await openOrders(device.tabs[0]!)).filter((order) => order.order_status === 'pending'),
  };
}

async function openOrders({ store }: Tab): Promise<Order[]> {
  const rows = await store.db.orders.orderBy('id').toArray();
  return rows.filter((order) => order.order_status in nextOf);
}
