import { expect, test } from 'vitest';
import type { Row, Table } from '../../../contract/entity.ts';
import { dish, order, pathOf } from '../../../tests/support/rows.ts';
import { openTablet, START, type Tablet } from '../../../tests/support/tablet.ts';
import { instant } from '../../data/clock.ts';
import { mutateIn } from '../../data/mutate.ts';
import { saveForNextStart, readSavedForStart, rescueOnLeave } from '../../data/rescue-on-leave.ts';
import * as menu from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { recover } from './recover.ts';
import { definitionOf } from '../runtime/registry.ts';

/** A device with these rows and no server. */
async function makeTablet(rows: Partial<Record<Table, Row[]>>): Promise<Tablet> {
  const nobody = async () => ({ kind: 'unanswered' }) as const;
  const tablet = await openTablet({ transport: { push: nobody, pull: nobody } });
  for (const [table, list] of Object.entries(rows)) await tablet.db.table(table).bulkPut(list);
  return tablet;
}

function makePage() {
  const values = new Map<string, string>();
  const page = new EventTarget();
  const localStorage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    key: (index: number) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
  const on = (type: string, listener: () => void) => page.addEventListener(type, listener);
  const off = (type: string, listener: () => void) => page.removeEventListener(type, listener);
  return {
    values,
    browser: { localStorage, addEventListener: on, removeEventListener: off },
    happens: (type: 'pagehide' | 'pageshow') => page.dispatchEvent(new Event(type)),
  };
}

const turnOff = ({ store }: Tablet) =>
  mutateIn(store, menu.setAvailability, { path: pathOf(dish(100)), body: { is_available: false } });
const rebase = ({ db }: Tablet) => ({ db, definitions: definitionOf, at: instant(START) });

test('the next page stores a rescued mutation, once (R2)', async () => {
  const [tablet, page] = [await makeTablet({ menu_items: [dish(100)] }), makePage()];
  rescueOnLeave(tablet.store, page.browser);
  const { key, durable } = turnOff(tablet);
  page.happens('pagehide');
  const { taps, forget } = readSavedForStart(tablet.db.name, page.browser);
  expect(taps.map(({ entry }) => entry.key)).toEqual([key]);

  const next = await makeTablet({ menu_items: [dish(100)] });
  await recover(rebase(next), taps);
  await recover(rebase(next), taps);
  expect((await next.db.outbox.toArray()).map((entry) => entry.key)).toEqual([key]);
  expect(await next.db.menu_items.get(dish(100).id)).toMatchObject({ availability_status: 'sold_out' });
  forget();
  expect(page.values.size).toBe(0);

  // Here the transaction completed, and nothing is stored twice.
  await durable;
  await recover(rebase(tablet), taps);
  expect(await tablet.db.outbox.count()).toBe(1);
});

test('a living page’s later mutations are stored in order (R2, R5)', async () => {
  const page = makePage();
  const [older, newer] = [await makeTablet({ menu_items: [dish(100)] }), await makeTablet({ menu_items: [dish(100)] })];
  const entryOf = ({ store }: Tablet) => {
    turnOff({ store } as Tablet).durable.catch(() => undefined);
    return [...store.unsaved.values()].map(({ entry, instead }) => ({ entry, instead }));
  };
  const [first, second] = [entryOf(older), entryOf(newer)].sort((a, b) => (a[0]!.entry.key < b[0]!.entry.key ? -1 : 1));
  const name = (n: number) => `galley-left-behind ${older.db.name} ${n}`;
  saveForNextStart(name(1), second!, page.browser);
  saveForNextStart(name(2), first!, page.browser);
  const { taps, forget } = readSavedForStart(older.db.name, page.browser);
  expect(taps).toEqual([...first!, ...second!]);
  const third = entryOf(newer);
  saveForNextStart(name(1), third, page.browser);
  forget();
  expect([...page.values.keys()]).toEqual([name(1)]);
  expect(readSavedForStart(older.db.name, page.browser).taps).toEqual(third);
});

test('a page with everything stored rescues nothing', async () => {
  const [tablet, page] = [await makeTablet({ menu_items: [dish(100)] }), makePage()];
  rescueOnLeave(tablet.store, page.browser);
  await turnOff(tablet).durable;
  page.happens('pagehide');
  expect(page.values.size).toBe(0);
});

test('a page that comes back keeps its own mutations', async () => {
  const [tablet, page] = [await makeTablet({ menu_items: [dish(100)] }), makePage()];
  rescueOnLeave(tablet.store, page.browser);
  const { durable } = turnOff(tablet);
  page.happens('pagehide');
  page.happens('pageshow');
  expect(page.values.size).toBe(0);
  await durable;
});

test('a rescued mutation that no longer fits fails (R28)', async () => {
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
  const [tablet, page] = [await makeTablet({ menu_items: [dish(100)] }), makePage()];
  rescueOnLeave(tablet.store, page.browser);
  tablet.db.close({ disableAutoOpen: true });
  const { key, durable } = turnOff(tablet);
  const ended = Promise.allSettled([durable]);
  tablet.store.isClosed = true;
  tablet.store.onUnsaved();
  await tablet.pass(60_000);
  expect((await ended)[0].status).toBe('rejected');
  const { taps } = readSavedForStart(tablet.db.name, page.browser);
  expect(taps.map(({ entry }) => entry.key)).toEqual([key]);
});

test('mutations refused by the disk survive the page (R2, R20)', async () => {
  const [tablet, page] = [await makeTablet({ menu_items: [dish(100)] }), makePage()];
  rescueOnLeave(tablet.store, page.browser);
  let isFull = true;
  tablet.db.outbox.hook('creating', () => {
    if (isFull) throw new DOMException('There is no room', 'QuotaExceededError');
  });
  const { key, durable } = turnOff(tablet);
  durable.catch(() => undefined);
  await tablet.pass(10_000);
  expect(readSavedForStart(tablet.db.name, page.browser).taps.map(({ entry }) => entry.key)).toEqual([key]);
  isFull = false;
  await tablet.pass(5_000);
  expect(page.values.size).toBe(0);
});

test('mutations stored by another page are not repeated (R1, R4)', async () => {
  const [tablet, page] = [await makeTablet({ menu_items: [dish(100)], orders: [order(1)] }), makePage()];
  rescueOnLeave(tablet.store, page.browser);
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
  await recover(rebase(tablet), readSavedForStart(tablet.db.name, page.browser).taps);
  await tablet.pass(5_000);
  expect((await tablet.db.outbox.toArray()).map(({ key }) => key)).toEqual([tickets[0]!.key, tickets[2]!.key]);
  expect(await tablet.counters()).toEqual({ issued: 3, done: 0, dead: 0, withdrawn: 1 });
  expect(tablet.store.unsaved.size).toBe(0);
  expect(tablet.store.unsavedMutations.list()).toEqual([]);
});

test('mutations of another database are left alone', async () => {
  const [tablet, page] = [await makeTablet({}), makePage()];
  page.values.set('galley-left-behind galley:app:somebody:else 1', '[{}]');
  expect(readSavedForStart(tablet.db.name, page.browser).taps).toEqual([]);
});
