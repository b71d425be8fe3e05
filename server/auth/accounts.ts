import { eq, sql } from 'drizzle-orm';
import type { User } from '../../contract/auth.ts';
import type { Restaurant } from '../../contract/restaurant.ts';
import { restaurants, spaces, users } from '../db/schema.ts';
import type { AccountsDb } from '../handle.ts';
import { newId } from '../ids.ts';
import { FIRST_VERSION, newRestaurant } from './new-restaurant.ts';

type UserRow = typeof users.$inferSelect;

export async function findUser(db: AccountsDb, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return row ?? null;
}

export interface NewAccount {
  email: string;
  passwordHash: string;
  restaurantName: string;
  now: Date;
}

/**
 * Makes user, restaurant and space; call it in a transaction. `isDecoy`: the address was taken. Then all is made as ever, for somebody who
 * cannot be reached: no address leads to this user, so that nobody signs in or verifies as them, and register answers as ever.
 */
export async function createAccount(
  db: AccountsDb,
  { email, passwordHash, restaurantName, now }: NewAccount,
): Promise<{ user: UserRow; restaurant: Restaurant; isDecoy: boolean }> {
  const at = now.toISOString();
  const restaurantId = newId(now);
  const user: UserRow = {
    id: newId(now),
    email,
    name: null,
    password_hash: passwordHash,
    is_email_verified: false,
    restaurant_id: restaurantId,
    created_at: at,
    updated_at: at,
  };
  // Two sign-ups for one address at the same moment: the second becomes the decoy.
  const made = await db
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  const isDecoy = made.length === 0;
  if (isDecoy) await db.insert(users).values({ ...user, email: decoyEmail(user.id) });

  const by = { kind: 'user' as const, id: user.id, name: restaurantName };
  const restaurant = newRestaurant({ id: restaurantId, name: restaurantName, email, now, by });
  // The space first: the restaurant's row has to carry its version.
  await db.insert(spaces).values({ restaurant_id: restaurantId, epoch: newId(now), version: FIRST_VERSION });
  await db.insert(restaurants).values({ ...restaurant, restaurant_id: restaurantId });
  return { user, restaurant, isDecoy };
}

/** The restaurant of somebody who has just shown who they are; `db` is a transaction, whose tenant this sets. */
export async function readOwnRestaurant(db: AccountsDb, restaurantId: string): Promise<Restaurant> {
  await db.execute(sql`SELECT set_config('app.restaurant_id', ${restaurantId}, true)`);
  const [row] = await db.select().from(restaurants).where(eq(restaurants.id, restaurantId));
  if (!row) throw new Error(`Restaurant ${restaurantId} has no row`);
  const { restaurant_id: _, ...restaurant } = row;
  return restaurant;
}

/** The user as the wire has it. */
export const publicUser = (row: Pick<UserRow, 'id' | 'email' | 'name' | 'is_email_verified'>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  is_email_verified: row.is_email_verified,
});

// No address begins like this: the contract's Email refuses it.
const decoyEmail = (id: string) => `decoy:${id}`;
