import { and, eq, isNull, sql } from 'drizzle-orm';
import { addRestaurant, enterRestaurant, listRestaurants, type OwnRestaurant } from '../../contract/people/calls.ts';
import { RESTAURANTS_MAX } from '../../contract/limits.ts';
import { addRestaurant as createRestaurant, readOwnRestaurant, type UserRow } from '../auth/accounts.ts';
import { enter } from '../auth/enter.ts';
import { noteAuth } from '../auth/events.ts';
import { memberships, users } from '../db/schema/accounts.ts';
import type { AccountsDb } from '../db/tx.ts';
import { defineHandler, Refusal, refuse } from '../pipeline/handler.ts';
import { idFor } from '../platform/ids.ts';

export const listingOwn = defineHandler(listRestaurants, (c) =>
  c.inAccounts(async ({ db }) => {
    const own: OwnRestaurant[] = [];
    for (const { restaurant_id, role } of await placesOf(db, c.user.id)) {
      const { id, name, city } = await readOwnRestaurant(db, restaurant_id);
      own.push({ id, name, city, role });
    }
    return own.toSorted((a, b) => a.name.localeCompare(b.name));
  }),
);

export const entering = defineHandler(enterRestaurant, (c) =>
  c.inAccounts(async ({ db }) => {
    const user = await lockUser(db, c.user.id);
    const entered = await enter(db, c, { user, deviceName: c.body.device_name, only: c.path.id });
    // One of others, or of nobody.
    if (entered instanceof Refusal) return refuse('not_found');
    noteAuth(c, 'restaurant_entered', user.email);
    return entered;
  }),
);

/** The id follows from the operation's: a repetition whose answer was lost finds the restaurant made, and makes no second one. */
export const adding = defineHandler(addRestaurant, (c) =>
  c.inAccounts(async ({ db }) => {
    const user = await lockUser(db, c.user.id);
    const id = idFor(`restaurant of ${user.id} ${c.opId}`);
    const places = await placesOf(db, user.id);
    if (!places.some((place) => place.restaurant_id === id)) {
      if (places.length >= RESTAURANTS_MAX) return refuse('restaurants_full');
      const made = { email: user.email, restaurantName: c.body.name, now: c.now };
      await createRestaurant(db, { ...user, restaurant_id: id }, made);
      noteAuth(c, 'restaurant_added', user.email);
    }
    return enter(db, c, { user, deviceName: c.body.device_name, only: id });
  }),
);

/** Locked, so that of two restaurants added at the same time the second counts the first. */
async function lockUser(db: AccountsDb, id: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('update');
  if (!user) throw new Error('A session without an account');
  return user;
}

const placesOf = (db: AccountsDb, userId: string) =>
  db
    .select({ restaurant_id: memberships.restaurant_id, role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.user_id, userId), isNull(memberships.suspended_at)))
    .orderBy(sql`created_at`);
