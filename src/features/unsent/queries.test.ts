import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { category, dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { makeDb, type DeadLetter, type DoneEntry, type GalleyDb, type OutboxEntry } from '../../data/db.ts';
import { describerOf } from './describe.ts';
import { DONE_SHOWN, unsentView } from './queries.ts';

let db: GalleyDb;
const now = Date.parse('2026-11-20T20:00:00.000Z');
const restaurant = { timezone: 'Europe/London', currency: 'GBP' } as Restaurant;
const madras = dish(100, { name: 'Prawn madras' });

const entry = (n: number, fields: Partial<OutboxEntry>) =>
  ({
    seq: n,
    key: id(n),
    mid: null,
    state: 'queued',
    path: {},
    body: {},
    touches: [],
    occurredAt: '2026-11-20T19:33:00.000Z',
    ...fields,
  }) as OutboxEntry;

beforeEach(async () => {
  db = makeDb('galley:test', { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.orders.add(order(500, { order_no: '140' }));
  await db.menu_items.add(madras);
  await db.menu_categories.add({ ...category, name: 'Curries' });
});
afterEach(() => db.close());

const returning = entry(1, {
  call: 'orders.setStatus',
  path: { id: id(500) },
  body: { order_status: 'out_for_delivery' },
  touches: [`orders:${id(500)}`],
});
const soldOut = entry(2, {
  call: 'menu.setAvailability',
  path: pathOf(madras),
  body: { availability_status: 'sold_out', unavailable_until: '2026-11-20T20:45:00.000Z' },
  touches: [`menu_items:${madras.id}`],
  state: 'inflight',
});

test('lists waiting changes in sending order by name', async () => {
  await db.outbox.bulkAdd([soldOut, returning]);
  const view = await unsentView(db, now);
  const { describe } = describerOf(view, restaurant, now);
  expect(view.waiting.map((one) => [describe(one).title, describe(one).place])).toEqual([
    ['Order #140 is on its way', 'Orders'],
    ['Prawn madras sold out until 20:45', 'Menu, Curries'],
  ]);
});

test('what the server has processed no longer waits', async () => {
  await db.outbox.bulkAdd([{ ...returning, state: 'acked', ackVersion: 7 }, soldOut]);
  expect((await unsentView(db, now)).waiting.map((one) => one.seq)).toEqual([2]);
});

test('lists the changes sent within 24 hours, newest first', async () => {
  const done = (n: number, sentAt: string) =>
    ({ ...returning, seq: n, key: id(n), sentAt, outcome: 'done' }) as unknown as DoneEntry;
  await db.done.bulkAdd([
    done(1, '2026-11-19T19:59:00.000Z'),
    done(2, '2026-11-19T20:01:00.000Z'),
    done(3, '2026-11-20T19:50:00.000Z'),
  ]);
  expect((await unsentView(db, now)).done.map((one) => one.seq)).toEqual([3, 2]);
});

test('refused changes stay and name their row after deletion', async () => {
  const theirs = order(501, { order_no: '136', order_status: 'cancelled' });
  const deadLetter = {
    key: id(3),
    seq: 3,
    at: '2026-11-01T10:00:00.000Z',
    entry: entry(3, {
      call: 'orders.setStatus',
      path: { id: id(501) },
      body: { order_status: 'ready' },
      touches: [`orders:${id(501)}`],
    }),
    reason: 'rejected',
    error: { code: 'order_already_final', message: '' },
    notice: null,
    theirs,
    yours: null,
  } satisfies DeadLetter;
  await db.dead_letters.add(deadLetter);
  const view = await unsentView(db, now);
  const { describe, describeRefusal } = describerOf(view, restaurant, now);
  expect(view.deadLetters.map((one) => describe(one.entry, one.theirs).subject)).toEqual(['Order #136, mark as ready']);
  expect(describeRefusal(deadLetter).keepLabel).toBe('Understood');
});

test("limits a busy day's list and says so", async () => {
  const journal: DoneEntry[] = Array.from({ length: DONE_SHOWN + 1 }, (_, n) => ({
    ...entry(n + 1, { call: 'orders.setStatus' }),
    outcome: 'done',
    sentAt: '2026-11-20T19:33:01.000Z',
    wasOffline: false,
  }));
  await db.done.bulkAdd(journal);
  const view = await unsentView(db, now);
  expect(view.done.map(({ seq }) => seq)).toEqual(Array.from({ length: DONE_SHOWN }, (_, n) => DONE_SHOWN + 1 - n));
  expect(view.hasMoreDone).toBe(true);
  await db.done.delete(id(1));
  expect((await unsentView(db, now)).hasMoreDone).toBe(false);
});
