import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeServer } from '../../tests/support/reference-server.ts';
import { dish, pathOf } from '../../tests/support/rows.ts';
import { breaches, openTablet } from '../../tests/support/tablet.ts';
import { setAvailability } from '../features/menu/mutations.ts';
import { abortTransactions } from './abort-transactions.ts';
import { mutateIn } from './mutate.ts';
import { soon } from '../../tests/support/soon.ts';

const korma = dish(100);

async function openKitchen() {
  const server = makeServer();
  server.put('menu_items', korma);
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

/** Aborts the next transaction as soon as it is open. */
async function abortNext(): Promise<void> {
  while (abortTransactions() === 0) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

test('stores a mutation whose transaction was aborted again, once (R2)', async () => {
  const { server, tablet } = await openKitchen();
  const { key, durable } = mutateIn(tablet.store, setAvailability, {
    path: pathOf(korma),
    body: { availability_status: 'sold_out' },
  });
  await abortNext();
  expect([...tablet.store.unsaved.keys()]).toEqual([key]);
  const ended = durable.then(() => 'stored');
  await tablet.pass(2_000);
  expect(await ended).toBe('stored');
  expect(await breaches(tablet.db)).toEqual([]);
  await tablet.sync();
  expect(server.effects.map((effect) => effect.key)).toEqual([key]);
});

test('frees the rows for other pages', async () => {
  const { tablet } = await openKitchen();
  let isHeld = true;
  const { db } = tablet;
  const holding = db.transaction('rw', db.orders, async () => {
    while (isHeld) await db.orders.get('none');
  });
  const ended = holding.then(
    () => 'committed',
    (error: Error) => error.name,
  );
  await abortNext();
  expect(await ended).toBe('AbortError');
  isHeld = false;
  await db.orders.count();
  await soon(() => expect(abortTransactions()).toBe(0));
});
