import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../../contract/people/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { category, dish, id, order, pathOf } from '../../../../tests/support/rows.ts';
import { makeDb, type GalleyDb } from '../../../data/db.ts';
import { knownTo, whenLabel, wordsOf } from './words.ts';

let db: GalleyDb;
const now = Date.parse('2026-11-20T20:00:00.000Z');
const restaurant = { timezone: 'Europe/London', currency: 'GBP' } as Restaurant;
const madras = dish(100, { name: 'Prawn madras' });
const change = (fields: Partial<Change>): Change => ({
  id: id(1),
  at: '2026-11-20T19:40:00.000Z',
  occurred_at: '2026-11-20T19:40:00.000Z',
  call: 'menu.setAvailability',
  person: { id: id(2), name: 'Mia', role: 'waiter' },
  approved_by: null,
  device_name: 'Till',
  path: {},
  body: null,
  ...fields,
});

beforeEach(async () => {
  db = makeDb('galley:test', { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.orders.add(order(500, { order_no: '140' }));
  await db.menu_items.add(madras);
  await db.menu_categories.add({ ...category, name: 'Curries' });
});
afterEach(() => db.close());

test('takes names from the rows of this device', async () => {
  const changes = [
    change({ path: pathOf(madras), body: { availability_status: 'sold_out', unavailable_until: null } }),
    change({ call: 'orders.edit', path: { id: id(500) } }),
    change({ call: 'people.remove', path: { id: id(44) } }),
    change({ call: 'orders.setOrdering', body: { ordering_status: 'open' } }),
  ];
  const said = { ...(await knownTo(db, changes)), restaurant, people: [], now };
  expect(changes.map((one) => wordsOf(one, said))).toEqual([
    { title: 'Prawn madras sold out', place: 'Menu, Curries' },
    { title: 'Order corrected: #140', place: 'Orders' },
    { title: 'Person removed', place: 'People' },
    { title: 'Ordering: Taking orders', place: 'Taking orders' },
  ]);
});

test('says both times of what was done without a network', () => {
  const when = (occurred_at: string) => whenLabel(change({ occurred_at }), restaurant.timezone, now);
  expect(when('2026-11-20T19:39:00.000Z')).toBe('19:40');
  expect(when('2026-11-20T18:02:00.000Z')).toBe('done 18:02, arrived 19:40');
  expect(when('2026-11-19T23:30:00.000Z')).toBe('done yesterday 23:30, arrived 19:40');
});
