import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { isFinal } from '../../../contract/orders/status.ts';
import { ringingOf } from '../../../src/features/notifications/ringing.ts';
import { freshDatabase } from '../../support/database.ts';
import { MESSAGES, ORDERS, runEvening, type Evening } from './evening.ts';

describe('an evening of two tablets, one offline for ten minutes', () => {
  let evening: Evening;
  let orders: Order[];
  let messages: ChatMessage[];
  let chats: Chat[];

  beforeAll(async () => {
    // The killed tab's database must be reopened, and its last status cannot be written. Both are logged.
    vi.spyOn(console, 'warn').mockImplementation((...logged) => {
      if (!/Need to reopen|The tab is dead/.test(String(logged))) throw new Error(String(logged));
    });
    evening = await runEvening(20_261_120, await freshDatabase());
    orders = evening.server.orders as Order[];
    messages = evening.server.chat_messages as ChatMessage[];
    chats = evening.server.chats as Chat[];
  });
  afterAll(() => vi.restoreAllMocks());

  test('ends with every order placed once and final', () => {
    expect(orders).toHaveLength(ORDERS);
    expect(new Set(orders.map((order) => order.order_no)).size).toBe(ORDERS);
    expect(evening.ordered.map((order) => order.order_no).toSorted()).toEqual(
      orders.map((order) => order.order_no).toSorted(),
    );
    expect(orders.filter((order) => !isFinal(order.order_status))).toEqual([]);
    const ends = Map.groupBy(orders, (order) => order.rejection_reason ?? order.order_status);
    expect([...ends.keys()].toSorted()).toEqual(['busy', 'completed', 'not_answered']);
    // No step was done twice: each event id and each status occurs once per order.
    for (const { events } of orders) {
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
      expect(new Set(events.map((event) => event.to)).size).toBe(events.length);
    }
  });

  test('has every question once, in the order asked', () => {
    expect(messages.filter((one) => one.author === 'customer')).toHaveLength(MESSAGES);
    for (const { page, wrote } of evening.visitors)
      expect(page.filter((shown) => shown.author === 'customer').map((shown) => shown.message)).toEqual(wrote);
  });

  test('delivers every reply once, in the order written', () => {
    const pages = new Map(evening.visitors.map((visitor) => [visitor.name, visitor.page]));
    for (const chat of chats) {
      const page = pages.get(chat.customer_name)!.filter((sent) => sent.author === 'staff');
      for (const { device, replies } of evening.staff)
        expect(page.map(({ message }) => message).filter((message) => message.startsWith(device.name))).toEqual(
          replies.get(chat.id) ?? [],
        );
    }
    const replies = messages.filter((one) => one.author === 'staff');
    expect(replies.filter((one) => one.delivery_status !== 'read')).toEqual([]);
    expect(new Set(replies.map((one) => one.message)).size).toBe(replies.length);
    expect(replies.length).toBe(evening.staff.flatMap(({ replies }) => [...replies.values()].flat()).length);
  });

  test('leaves no tablet ringing', () => {
    expect(evening.loudest).toBeGreaterThan(3);
    const now = Date.parse('2026-11-20T18:31:00.000Z');
    for (const screen of evening.screens) {
      const ringing = ringingOf(screen, { deviceId: 'this tablet', now, openedAt: 0, urgentAfterMs: 70_000 });
      expect(ringing).toEqual({ ids: [], isUrgent: false, changesAt: null });
    }
  });

  test('leaves both tablets equal to the server, without violations (R11)', () => {
    expect(evening.violations).toEqual([]);
    expect(evening.screens.map((screen) => screen.length)).toEqual([ORDERS, ORDERS]);
  });

  test('had actions on both tablets and lost answers', () => {
    const { faults, staff, tries } = evening;
    for (const kind of ['answer lost', 'answer hung', 'late duplicate'] as const)
      expect(faults.get(kind)).toBeGreaterThan(5);
    expect(tries.again).toBeGreaterThan(20);
    expect(staff[0]!.counts.dark).toBeGreaterThan(3);
    expect(orders.some((order) => order.events.some((event) => event.was_offline))).toBe(true);
    for (const { counts } of staff) {
      expect(Math.min(counts.steps, counts.replies, counts.pauses, counts.resumes)).toBeGreaterThan(3);
    }
    // The kitchen's reply to the customer who wrote while it was offline.
    expect(staff[0]!.counts.overtaken).toBeGreaterThan(0);
  });
});
