import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDb, type GalleyDb } from '../../data/db.ts';
import { makeIds } from '../../data/ids.ts';
import { mutateIn } from '../../data/mutate.ts';
import { makeStore, type Store } from '../../data/store.ts';
import { dish, id, order, priced } from '../../../tests/support/rows.ts';
import { prepare } from '../../sync/protocol/identity.ts';
import { setStatus } from '../orders/mutations.ts';
import { addDish, createBody, draftOf, editBody, emptyDraft, setLine } from './draft.ts';
import { createOrder, editOrder } from './mutations.ts';
import { customersLike, nextShortCode } from './queries.ts';

const NOW = Date.parse('2026-11-20T18:30:00.000Z');
const place = { country: 'GB', currency: 'NGN', usualMinutes: 25 };
const naan = dish(100, { name: 'Garlic naan', price_amount: 350 });

let db: GalleyDb;
let store: Store;

beforeEach(async () => {
  db = makeDb('galley:test', { indexedDB: new IDBFactory(), IDBKeyRange });
  store = makeStore({
    db,
    clock: { now: () => NOW, after: () => () => undefined },
    newId: makeIds(),
    deviceName: () => 'Counter tablet',
    isOffline: () => true,
  });
  await prepare(db, store.newId);
});
afterEach(() => db.close());

const take = async () => {
  const draft = addDish(emptyDraft(), naan.id, priced(naan, 'Tandoor'), id(1));
  await mutateIn(store, createOrder, { body: createBody(draft, id(500), 'K7', place) }).durable;
};

test('shows an offline order at once, with code and price', async () => {
  await take();
  expect(await db.orders.get(id(500))).toMatchObject({
    order_no: '',
    short_code: 'K7',
    order_status: 'accepted',
    version: 0,
    due_at: '2026-11-20T18:55:00.000Z',
    currency: 'NGN',
    total_amount: 350,
    lines: [{ name: 'Garlic naan', kitchen_station: 'Tandoor' }],
    events: [{ type: 'placed', was_offline: true, device_name: 'Counter tablet' }],
  });
});

test('corrects and advances an unsent order, sending each in turn', async () => {
  await take();
  const taken = (await db.orders.get(id(500)))!;
  const body = editBody(setLine(draftOf(taken), id(1), { quantity: 2 }), taken, place)!;
  await mutateIn(store, editOrder, { path: { id: taken.id }, body }).durable;
  await mutateIn(store, setStatus, { path: { id: taken.id }, body: { order_status: 'ready' } }).durable;
  expect(await db.orders.get(id(500))).toMatchObject({ order_status: 'ready', total_amount: 700 });
  expect((await db.outbox.orderBy('seq').toArray()).map(({ call }) => call)).toEqual([
    'orders.create',
    'orders.edit',
    'orders.setStatus',
  ]);
});

test('refuses to correct a ready order', async () => {
  await db.orders.add(order(501, { order_status: 'ready' }));
  const change = mutateIn(store, editOrder, { path: { id: id(501) }, body: { kitchen_note: 'Birthday' } });
  await expect(change.durable).rejects.toThrow('The change cannot be made on this row');
  expect(await db.outbox.count()).toBe(0);
});

test("a device's order codes count up and restart daily", async () => {
  await db.sync.put({ name: 'clientId', value: id(7) });
  const first = await nextShortCode(db, NOW);
  expect(first).toMatch(/^[A-HJ-NP-Z]1$/);
  const at = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
  const letter = first.charAt(0);
  await db.orders.bulkAdd([
    order(502, { short_code: `${letter}9`, placed_at: at(1) }),
    order(503, { short_code: `${letter}30`, placed_at: at(25) }),
    order(504, { short_code: null, placed_at: at(1) }),
  ]);
  expect(await nextShortCode(db, NOW)).toBe(`${letter}10`);
  // Still without a number of its own, so two must not be called alike.
  await db.orders.add(order(505, { short_code: `${letter}31`, order_no: '', placed_at: at(30) }));
  expect(await nextShortCode(db, NOW)).toBe(`${letter}32`);
});

test('finds a caller by part of the name or number', async () => {
  const customer = (n: number, name: string, phone: string, orders_count: number) =>
    ({ id: id(n), name, phone, orders_count }) as Parameters<typeof db.customers.add>[0];
  await db.customers.bulkAdd([
    customer(601, 'Zoë Price', '+447700900123', 1),
    customer(602, 'Joanna Price', '+447700900456', 5),
  ]);
  const found = async (typed: string) => (await customersLike(db, typed)).map(({ name }) => name);
  expect(await found('price')).toEqual(['Joanna Price', 'Zoë Price']);
  expect(await found('zoe')).toEqual(['Zoë Price']);
  expect(await found('07700 900 456')).toEqual(['Joanna Price']);
  expect(await found('zo')).toEqual([]);
});
