import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, expect, test } from 'vitest';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { dish, id, pathOf } from '../../tests/support/rows.ts';
import { seeded } from '../../tests/support/seeded.ts';
import { closeDb, currentStore, openFor } from '../data/current.ts';
import { databaseName, makeDb } from '../data/db.ts';
import { mutate } from '../data/mutate.ts';
import { setAvailability } from '../features/menu/mutations.ts';
import { prepare } from '../sync/protocol/identity.ts';
import { switchTo, switchToNew } from './places.ts';
import { endSession, session, signIn } from './session.ts';

const user = { id: id(1), email: 'owner@galley.test', name: null, is_email_verified: true };
const restaurants = [2, 3, 4].map((n) => ({ id: id(n), name: `Restaurant ${n}` }) as Restaurant);
const dishes = restaurants.map((_, n) => dish(100 + n));

afterEach(async () => {
  closeDb();
  session.places = [];
  endSession('logout');
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

/** As the page does after a switch. */
async function open(): Promise<void> {
  const { db, newId } = openFor(user.id, session.restaurant!.id);
  await prepare(db, newId);
}

async function signInToAll(): Promise<void> {
  for (const [n, restaurant] of restaurants.entries()) {
    const reply = { token: `token-${n}`, user, restaurant, role: 'owner' as const };
    if (n === 0) signIn(reply);
    else await switchToNew(reply);
    await open();
    await currentStore().db.menu_items.put(dishes[n]!);
  }
}

const outboxOf = async (n: number): Promise<string[]> => {
  const db = makeDb(databaseName(user.id, restaurants[n]!.id));
  const entries = await db.outbox.orderBy('seq').toArray();
  db.close();
  return entries.map(({ path, body }) => `${path['itemId']} ${String(body['availability_status'])}`);
};

test.each([1, 2, 3, 4, 5])(
  'whatever is done in three restaurants in turn stays in each of them, seed %i',
  async (seed) => {
    const random = seeded(seed);
    await signInToAll();
    const made: string[][] = [[], [], []];
    for (let step = 0; step < 40; step += 1) {
      const at = restaurants.findIndex((one) => one.id === session.restaurant!.id);
      expect(session.authToken).toBe(`token-${at}`);
      if (random.chance(0.3)) {
        const next = random.between(0, 2);
        await switchTo(restaurants[next]!.id);
        await open();
        continue;
      }
      const status = random.pick(['sold_out', 'available'] as const);
      // Some are still being written when the next one is made, or when the restaurant is left.
      const written = mutate(setAvailability, {
        path: pathOf(dishes[at]!),
        body: { availability_status: status },
      }).durable;
      if (random.chance(0.5)) await written;
      made[at]!.push(`${dishes[at]!.id} ${status}`);
    }
    await switchTo(restaurants[0]!.id);
    closeDb();
    for (const n of [0, 1, 2]) {
      // A newer switch of the same dish replaces one that was not sent.
      const left = await outboxOf(n);
      expect(left.every((line) => line.startsWith(dishes[n]!.id))).toBe(true);
      expect(left.at(-1)).toBe(made[n]!.at(-1));
    }
    expect(session.places.map(({ restaurant, waiting }) => [restaurant.id, waiting]).toSorted()).toEqual(
      await Promise.all([1, 2].map(async (n) => [restaurants[n]!.id, (await outboxOf(n)).length])),
    );
  },
);

test('a session that ends by itself leaves the others', async () => {
  await signInToAll();
  endSession('unauthenticated');
  expect([session.authToken, session.places.length, session.message]).toEqual(['token-0', 1, null]);
  endSession('unauthenticated');
  endSession('unauthenticated');
  expect([session.authToken, session.places.length, session.message]).toEqual([null, 0, 'Please log in']);
});
