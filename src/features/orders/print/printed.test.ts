import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../../contract/orders/calls.ts';
import { id, order } from '../../../../tests/support/rows.ts';
import { makeDb } from '../../../data/db.ts';
import { printFrom } from '../../../session/this-printer.ts';
import { beginPrinting, dueTickets, notePrinted, printedAt, takeTicket, type TicketKind } from './printed.ts';

const SINCE = '2026-11-20T18:00:00.000Z';
const NOW = Date.parse('2026-11-20T19:00:00.000Z');
const minutes = (count: number) => new Date(NOW + count * 60_000).toISOString();
const both: TicketKind[] = ['kitchen', 'receipt'];

let factory: IDBFactory;
beforeEach(() => void (factory = new IDBFactory()));
/** Each is a tab of the device, or the same one after a reload. */
const open = () => makeDb('galley:test', { indexedDB: factory, IDBKeyRange });
const accepted = (n: number, at: string, more: Partial<Order> = {}) =>
  order(n, { order_status: 'accepted', accepted_at: at, ...more });
const completed = (n: number, at: string) =>
  order(n, { order_status: 'completed', accepted_at: minutes(-30), completed_at: at });

async function device(...orders: Order[]) {
  const db = open();
  await printFrom(db, SINCE);
  await db.orders.bulkAdd(orders);
  return db;
}
const named = (tickets: readonly { order: Order; kind: TicketKind }[]) =>
  tickets.map(({ order: { order_no }, kind }) => `${order_no} ${kind}`);

/** Prints as a tab does, until nothing is due. */
async function printAll(db: ReturnType<typeof open>, kinds = both): Promise<string[]> {
  const printed: string[] = [];
  for (let next = await takeTicket(db, kinds, NOW); next; next = await takeTicket(db, kinds, NOW))
    printed.push(...named([next]));
  return printed;
}

test('each ticket is printed once by two tabs at the same time, and by none after a reload', async () => {
  const orders = Array.from({ length: 12 }, (_, n) => accepted(500 + n, minutes(n - 20)));
  const first = await device(...orders);
  const [one, other] = await Promise.all([printAll(first), printAll(open())]);
  expect([...one, ...other].toSorted()).toEqual(orders.map(({ order_no }) => `${order_no} kitchen`));

  first.close();
  expect(await printAll(open())).toEqual([]);
  await first.open();
  await first.orders.add(accepted(600, minutes(0)));
  expect(await printAll(open())).toEqual(['600 kitchen']);
});

test('prints what was accepted since the printer was chosen and is still to be cooked, oldest first', async () => {
  const db = await device(
    accepted(501, minutes(-5)),
    accepted(502, minutes(-10), { order_status: 'preparing' }),
    accepted(503, minutes(-61)),
    accepted(504, minutes(-5), { order_status: 'ready' }),
    accepted(505, minutes(-5), { order_status: 'cancelled' }),
    order(506),
  );
  expect(named(await dueTickets(db, both, NOW))).toEqual(['502 kitchen', '501 kitchen']);
});

test('prints receipts of the last hour, and only what the printer prints', async () => {
  const db = await device(completed(501, minutes(-5)), completed(502, minutes(-59)), accepted(503, minutes(-1)));
  expect(named(await dueTickets(db, both, NOW))).toEqual(['502 receipt', '501 receipt', '503 kitchen']);
  expect(named(await dueTickets(db, both, NOW + 10 * 60_000))).toEqual(['501 receipt', '503 kitchen']);
  expect(named(await dueTickets(db, ['kitchen'], NOW))).toEqual(['503 kitchen']);
  expect(await dueTickets(db, [], NOW)).toEqual([]);
});

test('what was printed by hand is not printed once more', async () => {
  const db = await device(accepted(501, minutes(-5)), completed(502, minutes(-5)));
  await notePrinted(db, { orderId: id(501), kind: 'kitchen' }, minutes(-4));
  expect(await printAll(db)).toEqual(['502 receipt']);
  expect(await printedAt(db, id(501), 'kitchen')).toBe(minutes(-4));
  expect(await printedAt(db, id(502), 'receipt')).toBe(minutes(0));
  expect(await printedAt(db, id(502), 'kitchen')).toBeNull();
});

test('a device whose database the browser has cleared begins anew, without what it may have printed', async () => {
  const db = open();
  await db.orders.add(accepted(501, minutes(-5)));
  expect(await printAll(db)).toEqual([]);
  await beginPrinting(db, NOW);
  await db.orders.add(accepted(502, minutes(1)));
  expect(await printAll(db)).toEqual(['502 kitchen']);
  // It remembers since when.
  await beginPrinting(db, NOW + 3_600_000);
  await db.orders.add(accepted(503, minutes(2)));
  expect(await printAll(db)).toEqual(['503 kitchen']);
});

test('forgets prints of two months ago, and not since when it prints', async () => {
  const db = await device(accepted(501, minutes(-5)));
  await notePrinted(db, { orderId: id(9), kind: 'kitchen' }, '2026-09-01T00:00:00.000Z');
  await printFrom(db, '2026-08-01T00:00:00.000Z');
  expect(await printAll(db)).toEqual(['501 kitchen']);
  expect((await db.printed.toArray()).map(({ key }) => key)).toEqual([`${id(501)}:kitchen`, 'since']);
});
