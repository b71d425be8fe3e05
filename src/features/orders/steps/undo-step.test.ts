import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { id, order } from '../../../../tests/support/rows.ts';
import { closeDb, openFor } from '../../../data/current.ts';
import type { Store } from '../../../data/store.ts';
import { prepare } from '../../../sync/protocol/identity.ts';
import { takeStep } from './steps.ts';
import { canBeUndone, tooLateWords, undoStep } from './undo-step.ts';

const rules = { delivery_type: 'none', timezone: 'Europe/London', business_day_cutoff_time: '04:00' } as const;
let store: Store;
let restaurant = 1000;

beforeEach(async () => {
  store = openFor(id(1), id((restaurant += 1)));
  await prepare(store.db, store.newId);
});
afterEach(() => closeDb());

async function take(from: Parameters<typeof order>[1], to: 'accepted' | 'ready' | 'completed') {
  const row = order(500, { version: 3, ...from });
  await store.db.orders.put(row);
  const step = { order_status: to };
  const ticket = takeStep(row, step);
  await ticket.durable;
  return { order: row, step, ticket };
}

/** The server accepts everything that waits. */
async function send(): Promise<void> {
  const row = (await store.db.orders.get(id(500)))!;
  await store.db.outbox.clear();
  await store.db.shadow.clear();
  delete row._sync;
  await store.db.orders.put(row);
}

const statusNow = async () => (await store.db.orders.get(id(500)))?.order_status;
const settled = () => Promise.all(store.running);

test('withdraws a step that was never sent', async () => {
  const taken = await take({ order_status: 'pending' }, 'accepted');
  expect(await undoStep(taken, rules)).toEqual({ kind: 'withdrawn' });
  expect(await statusNow()).toBe('pending');
  expect(await store.db.outbox.count()).toBe(0);
});

test('recalls a step that was sent', async () => {
  const taken = await take({ order_status: 'preparing' }, 'ready');
  await send();
  expect(await undoStep(taken, rules)).toEqual({ kind: 'recalled' });
  await settled();
  expect(await statusNow()).toBe('preparing');
});

test('returns an order to "on its way"', async () => {
  const taken = await take({ order_status: 'out_for_delivery', order_type: 'delivery' }, 'completed');
  await send();
  expect(await undoStep(taken, rules)).toEqual({ kind: 'recalled' });
  await settled();
  expect(await statusNow()).toBe('out_for_delivery');
});

test('says that an accepted order cannot be undone once sent', async () => {
  const taken = await take({ order_status: 'pending' }, 'accepted');
  await send();
  const undone = await undoStep(taken, rules);
  expect(undone).toEqual({ kind: 'stands' });
  expect(tooLateWords(taken, undone)).toEqual({
    title: '#500 is accepted',
    detail: 'Too late to undo: the server has it already.',
  });
});

test('names the other device that moved the order on', async () => {
  const taken = await take({ order_status: 'preparing' }, 'ready');
  await send();
  const row = (await store.db.orders.get(id(500)))!;
  const last = { ...row.events.at(-1)!, device_name: 'Counter iPad' };
  await store.db.orders.put({ ...row, order_status: 'completed', events: [last] });
  const undone = await undoStep(taken, rules);
  expect(tooLateWords(taken, undone)).toEqual({
    title: '#500 is completed',
    detail: 'Too late to undo. Changed on Counter iPad.',
  });
  expect(await store.db.outbox.count()).toBe(0);
});

test('is offered where a way back exists, or offline', () => {
  expect(canBeUndone({ order_status: 'ready' }, true)).toBe(true);
  expect(canBeUndone({ order_status: 'accepted' }, true)).toBe(false);
  expect(canBeUndone({ order_status: 'accepted' }, false)).toBe(true);
});
