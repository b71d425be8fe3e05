import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { isFinal } from '../../../contract/orders/status.ts';
import { ringingOf } from '../../../src/features/notifications/ringing.ts';
import { freshDatabase } from '../../support/database.ts';
import { MESSAGES, ORDERS, runEvening, type Evening } from './evening.ts';

describe('an evening of two tablets, one of them ten minutes without a network', () => {
  let evening: Evening;
  let orders: Order[];
  let messages: ChatMessage[];
  let chats: Chat[];

  beforeAll(async () => {
    // The tablet that is taken away leaves a database that has to be opened again, and says so.
    vi.spyOn(console, 'warn').mockImplementation((...said) => {
      if (!String(said[0]).includes('Need to reopen')) throw new Error(String(said));
    });
    evening = await runEvening(20_261_120, await freshDatabase());
    orders = evening.server.orders as Order[];
    messages = evening.server.chat_messages as ChatMessage[];
    chats = evening.server.chats as Chat[];
  });
  afterAll(() => vi.restoreAllMocks());

  test('ends with every order taken once, and final', () => {
    expect(orders).toHaveLength(ORDERS);
    expect(new Set(orders.map((order) => order.order_no)).size).toBe(ORDERS);
    expect(evening.ordered.map((order) => order.order_no).toSorted()).toEqual(
      orders.map((order) => order.order_no).toSorted(),
    );
    expect(orders.filter((order) => !isFinal(order.order_status))).toEqual([]);
    const ends = Map.groupBy(orders, (order) => order.rejection_reason ?? order.order_status);
    expect([...ends.keys()].toSorted()).toEqual(['busy', 'completed', 'not_answered']);
    // No step was done twice: a timeline knows each operation once, and each status in its order.
    for (const { events } of orders) {
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
      expect(new Set(events.map((event) => event.to)).size).toBe(events.length);
    }
  });

  test('has every question once, in the order in which it was asked', () => {
    expect(messages.filter((one) => one.author === 'customer')).toHaveLength(MESSAGES);
    for (const { page, wrote } of evening.visitors)
      expect(page.filter((said) => said.author === 'customer').map((said) => said.message)).toEqual(wrote);
  });

  test('has every reply with its customer, once and in the order in which it was said', () => {
    const pages = new Map(evening.visitors.map((visitor) => [visitor.name, visitor.page]));
    for (const chat of chats) {
      const page = pages.get(chat.customer_name)!.filter((said) => said.author === 'staff');
      for (const { device, said } of evening.staff)
        expect(page.map(({ message }) => message).filter((message) => message.startsWith(device.name))).toEqual(
          said.get(chat.id) ?? [],
        );
    }
    const replies = messages.filter((one) => one.author === 'staff');
    expect(replies.filter((one) => one.delivery_status !== 'read')).toEqual([]);
    expect(new Set(replies.map((one) => one.message)).size).toBe(replies.length);
    expect(replies.length).toBe(evening.staff.flatMap(({ said }) => [...said.values()].flat()).length);
  });

  test('leaves no tablet ringing', () => {
    expect(evening.loudest).toBeGreaterThan(3);
    for (const screen of evening.screens) {
      const ringing = ringingOf(screen, 'this tablet', Date.parse('2026-11-20T18:31:00.000Z'));
      expect(ringing).toEqual({ ids: [], isUrgent: false, changesAt: null });
    }
  });

  test('leaves both tablets equal to the server, and breaks no rule of the sync layer (R11)', () => {
    expect(evening.violations).toEqual([]);
    expect(evening.screens.map((screen) => screen.length)).toEqual([ORDERS, ORDERS]);
  });

  test('was an evening: things were done on both tablets, and answers were lost', () => {
    const { faults, staff, tries } = evening;
    for (const kind of ['answer lost', 'answer hung', 'late duplicate'] as const)
      expect(faults.get(kind)).toBeGreaterThan(5);
    expect(tries.again).toBeGreaterThan(20);
    expect(staff[0]!.counts.dark).toBeGreaterThan(3);
    expect(orders.some((order) => order.events.some((event) => event.was_offline))).toBe(true);
    for (const { counts } of staff) {
      expect(Math.min(counts.steps, counts.replies, counts.pauses, counts.resumes)).toBeGreaterThan(3);
    }
    expect(staff.reduce((sum, { counts }) => sum + counts.asked, 0)).toBeGreaterThan(0);
  });
});
