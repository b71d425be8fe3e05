import { eq, sql } from 'drizzle-orm';
import type { User } from '../../contract/auth/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { restaurants, spaces, users } from '../db/schema.ts';
import type { AccountsDb } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { FIRST_VERSION, newRestaurant } from './new-restaurant.ts';

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: AccountsDb, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return row ?? null;
}

export interface NewAccount {
  email: string;
  /** Null: signs in through a provider. */
  passwordHash: string | null;
  /** Of the person, where a provider has told it. */
  name?: string | null;
  isEmailVerified?: boolean;
  /** Empty: not known before the profile. */
  restaurantName: string;
  now: Date;
}

/**
 * Makes user, restaurant and space; call it in a transaction. `isDecoy`: the address was taken. Then all is made as ever, for somebody who
 * cannot be reached: no address leads to this user, so that nobody signs in or verifies as them, and register answers as ever.
 */
export async function createAccount(
  db: AccountsDb,
  account: NewAccount,
): Promise<{ user: UserRow; restaurant: Restaurant; isDecoy: boolean }> {
  const user = newUser(account);
  const isDecoy = !(await addUser(db, user));
  if (isDecoy) await db.insert(users).values({ ...user, email: decoyEmail(user.id) });
  return { user, restaurant: await addRestaurant(db, user, account), isDecoy };
}

/** Like createAccount, for somebody whose address is known to be theirs; null when the address is taken. */
export async function createOwnAccount(
  db: AccountsDb,
  account: NewAccount,
): Promise<{ user: UserRow; restaurant: Restaurant } | null> {
  const user = newUser(account);
  return (await addUser(db, user)) ? { user, restaurant: await addRestaurant(db, user, account) } : null;
}

function newUser({ email, passwordHash, name = null, isEmailVerified = false, now }: NewAccount): UserRow {
  const at = now.toISOString();
  return {
    id: newId(now),
    email,
    name,
    password_hash: passwordHash,
    is_email_verified: isEmailVerified,
    restaurant_id: newId(now),
    created_at: at,
    updated_at: at,
  };
}

/** False: the address is taken. Of two sign-ups for one address at the same moment the second finds it so. */
async function addUser(db: AccountsDb, user: UserRow): Promise<boolean> {
  const added = db.insert(users).values(user).onConflictDoNothing({ target: users.email });
  return (await added.returning({ id: users.id })).length > 0;
}

async function addRestaurant(
  db: AccountsDb,
  user: UserRow,
  { email, restaurantName, now }: NewAccount,
): Promise<Restaurant> {
  const by = { kind: 'user' as const, id: user.id, name: restaurantName || (user.name ?? email) };
  const restaurant = newRestaurant({ id: user.restaurant_id, name: restaurantName, email, now, by });
  // The space first: the restaurant's row has to carry its version.
  await db.insert(spaces).values({ restaurant_id: restaurant.id, epoch: newId(now), version: FIRST_VERSION });
  await db.insert(restaurants).values({ ...restaurant, restaurant_id: restaurant.id });
  return restaurant;
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
