import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Row, Table } from '../../../contract/entity.ts';
import { dish, order, pathOf } from '../../../tests/support/rows.ts';
import { openTablet, START, type Tablet } from '../../../tests/support/tablet.ts';
import { instant } from '../../data/clock.ts';
import { mutateIn } from '../../data/mutate.ts';
import { keepCopies, type MutationCopy } from '../../data/copies.ts';
import * as menu from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { watchForClearedDatabase } from './cleared-database.ts';
import { recover } from './recover.ts';
import { definitionOf } from '../runtime/registry.ts';

/** A device with these rows and no server. */
async function makeTablet(rows: Partial<Record<Table, Row[]>>): Promise<Tablet> {
  const nobody = async () => ({ kind: 'unanswered' }) as const;
  const tablet = await openTablet({ transport: { push: nobody, pull: nobody } });
  for (const [table, list] of Object.entries(rows)) await tablet.db.table(table).bulkPut(list);
  return tablet;
}

/** The local storage of a device. */
function makeMemory() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    key: (index: number) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

/** A page that keeps copies in this memory, and one that starts after it. */
async function withCopies(rows: Partial<Record<Table, Row[]>>, memory = makeMemory()) {
  const tablet = await makeTablet(rows);
  tablet.store.copies = keepCopies(tablet.db.name, memory);
  leaves.push(watchForClearedDatabase(tablet.store, ignore, ignore));
  await tablet.db.sync.put({ name: 'isComplete', value: true });
  return { tablet, memory, keys: () => tablet.store.copies.read().map(({ entry }) => entry.key) };
}

const ignore = () => undefined;
const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

const turnOff = ({ store }: Tablet) =>
  mutateIn(store, menu.setAvailability, { path: pathOf(dish(100)), body: { is_available: false } });
const rebase = ({ db }: Tablet) => ({ db, definitions: definitionOf, at: instant(START) });

test('a mutation has its copy in the same event, and the next page stores it, once (R2)', async () => {
  const { tablet, keys } = await withCopies({ menu_items: [dish(100)] });
  const { key, durable } = turnOff(tablet);
  expect(keys()).toEqual([key]);
  const copies = tablet.store.copies.read();

  const next = await makeTablet({ menu_items: [dish(100)] });
  expect(await recover(rebase(next), copies)).toBeNull();
  await recover(rebase(next), copies);
  expect((await next.db.outbox.toArray()).map((entry) => entry.key)).toEqual([key]);
  expect(await next.db.menu_items.get(dish(100).id)).toMatchObject({ availability_status: 'sold_out' });

  // Here the transaction completed, and nothing is stored twice.
  await durable;
  await recover(rebase(tablet), copies);
  expect(await tablet.db.outbox.count()).toBe(1);
});

test('copies of a living page’s later mutations are read in order (R2, R5)', async () => {
  const memory = makeMemory();
  const [older, newer] = [
    await withCopies({ menu_items: [dish(100)] }, memory),
    await withCopies({ menu_items: [dish(100)] }, memory),
  ];
  const tickets = [turnOff(newer.tablet), turnOff(older.tablet), turnOff(newer.tablet)];
  expect(older.keys()).toEqual(tickets.map(({ key }) => key).toSorted());
  await Promise.allSettled(tickets.map(({ durable }) => durable));
});

test('a copy stays until the server has the mutation, and says whether it was sent (R24, R48)', async () => {
  const { tablet, keys } = await withCopies({ menu_items: [dish(100)] });
  const { key, durable } = turnOff(tablet);
  await durable;
  await expect.poll(() => tablet.store.copies.read()).toMatchObject([{ entry: { key, firstTryAt: null } }]);
  await tablet.push();
  await expect.poll(() => tablet.store.copies.read()).toMatchObject([{ entry: { firstTryAt: START, mid: null } }]);
  await tablet.db.outbox.toCollection().modify({ state: 'acked' });
  await expect.poll(keys).toEqual([]);
});

test('a mutation replaced, given up or retried elsewhere leaves no copy', async () => {
  const { tablet, keys } = await withCopies({ menu_items: [dish(100)] });
  const [first, second] = [turnOff(tablet), turnOff(tablet)];
  await Promise.all([first.durable, second.durable]);
  await expect.poll(keys).toEqual([second.key]);
  const args = { path: pathOf(dish(100)), body: { is_available: false } };
  const late = mutateIn(tablet.store, menu.setAvailability, args, { instead: 'dealt with' });
  await late.durable;
  await expect.poll(keys).toEqual([second.key]);
  tablet.db.outbox.hook('creating', () => {
    throw new DOMException('There is no room', 'QuotaExceededError');
  });
  const third = turnOff(tablet);
  third.durable.catch(ignore);
  await tablet.pass(10_000);
  expect(keys()).toEqual([second.key, third.key]);
  tablet.store.unsavedMutations.list()[0]!.discard();
  expect(keys()).toEqual([second.key]);
});

test('copies are bounded, and what an earlier version left behind is read and removed', () => {
  const memory = makeMemory();
  const copies = keepCopies('galley:app:us', memory);
  const copy = (key: string, text = '') =>
    ({ entry: { key, body: { text } }, instead: null }) as unknown as MutationCopy;
  memory.setItem('galley-left-behind galley:app:us 1', JSON.stringify([copy('a'), copy('b')]));
  copies.remove('a');
  expect(copies.read()).toEqual([copy('b')]);
  copies.remove('b');
  expect(memory.length).toBe(0);
  expect(copies.put(copy('c', 'x'.repeat(1_000_000)))).toBe(false);
  const isKept = Array.from({ length: 201 }, (_, n) => copies.put(copy(`${n}`)));
  expect([isKept.filter(Boolean).length, copies.put(copy('7', 'changed'))]).toEqual([200, true]);
  const isFull = { ...memory, setItem: () => expect.unreachable() };
  expect(keepCopies('galley:app:you', isFull).put(copy('d'))).toBe(false);
  copies.forget();
  expect(memory.length).toBe(0);
});

test('a copy that no longer fits fails (R28)', async () => {
  const tablet = await makeTablet({ orders: [order(1)] });
  const { key, durable } = mutateIn(tablet.store, setStatus, {
    path: { id: order(1).id },
    body: { order_status: 'accepted' },
  });
  const [change] = tablet.store.unsaved.values();
  await durable;

  const next = await makeTablet({ orders: [order(1, { order_status: 'cancelled' })] });
  await recover(rebase(next), [{ entry: change!.entry, instead: null }]);
  expect(await next.db.dead_letters.toArray()).toEqual([expect.objectContaining({ key, reason: 'apply_failed' })]);
  // A tab that starts now reads the same; it must stay one dead letter.
  await recover(rebase(next), [{ entry: change!.entry, instead: null }]);
  expect(await next.db.counters.toArray()).toEqual([
    { name: 'dead', value: 1 },
    { name: 'issued', value: 1 },
  ]);
});

test('unsaved mutations wait for their owner after sign-out (R2, R33)', async () => {
  const { tablet, keys } = await withCopies({ menu_items: [dish(100)] });
  for (const leave of leaves.splice(0)) leave();
  tablet.db.close({ disableAutoOpen: true });
  const { key, durable } = turnOff(tablet);
  const ended = Promise.allSettled([durable]);
  tablet.store.isClosed = true;
  await tablet.pass(60_000);
  expect((await ended)[0].status).toBe('rejected');
  expect(keys()).toEqual([key]);
});

test('mutations refused by the disk survive the page (R2, R20)', async () => {
  const { tablet, keys } = await withCopies({ menu_items: [dish(100)] });
  let isFull = true;
  tablet.db.outbox.hook('creating', () => {
    if (isFull) throw new DOMException('There is no room', 'QuotaExceededError');
  });
  const { key, durable } = turnOff(tablet);
  durable.catch(() => undefined);
  await tablet.pass(10_000);
  expect(keys()).toEqual([key]);
  isFull = false;
  await tablet.pass(5_000);
  expect(await tablet.db.outbox.count()).toBe(1);
});

test('mutations stored by another page are not repeated (R1, R4)', async () => {
  const { tablet } = await withCopies({ menu_items: [dish(100)], orders: [order(1)] });
  let isFull = true;
  tablet.db.outbox.hook('creating', () => {
    if (isFull) throw new DOMException('There is no room', 'QuotaExceededError');
  });
  const step = { path: { id: order(1).id }, body: { order_status: 'accepted' as const } };
  // The third replaces the second when they are stored.
  const tickets = [mutateIn(tablet.store, setStatus, step), turnOff(tablet), turnOff(tablet)];
  for (const { durable } of tickets) durable.catch(() => undefined);
  await tablet.pass(3_000);
  isFull = false;
  await recover(rebase(tablet), tablet.store.copies.read());
  await tablet.pass(5_000);
  expect((await tablet.db.outbox.toArray()).map(({ key }) => key)).toEqual([tickets[0]!.key, tickets[2]!.key]);
  expect(await tablet.counters()).toEqual({ issued: 3, done: 0, dead: 0, withdrawn: 1 });
  expect(tablet.store.unsaved.size).toBe(0);
  expect(tablet.store.unsavedMutations.list()).toEqual([]);
});

test('copies of another database are left alone', () => {
  const memory = makeMemory();
  memory.setItem('galley-left-behind galley:app:somebody:else 1', '[{}]');
  expect(keepCopies('galley:app:us', memory).read()).toEqual([]);
});
