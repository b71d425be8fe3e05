import { eq, sql } from 'drizzle-orm';
import type { Role } from '../../contract/people/permissions.ts';
import type { User } from '../../contract/auth/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { spaces } from '../db/schema/sync.ts';
import { memberships, users } from '../db/schema/accounts.ts';
import type { AccountsDb } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';
import { FIRST_VERSION, newRestaurant } from './new-restaurant.ts';

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: AccountsDb, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return row ?? null;
}

export interface NewAccount {
  email: string;
  /** Null: the account signs in through a provider. */
  passwordHash: string | null;
  /** The person's name, if a provider gave it. */
  name?: string | null;
  isEmailVerified?: boolean;
  /** Empty: unknown before the profile. */
  restaurantName: string;
  now: Date;
}

/**
 * Creates user, restaurant and space; call it in a transaction. `isDecoy`: the address was taken. Everything is created as usual, but no
 * address leads to this user, so that nobody can sign in or verify as them and register answers the same.
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

/** Like createAccount, for a verified address; null if the address is taken. */
export async function createOwnAccount(
  db: AccountsDb,
  account: NewAccount,
): Promise<{ user: UserRow; restaurant: Restaurant } | null> {
  const user = newUser(account);
  return (await addUser(db, user)) ? { user, restaurant: await addRestaurant(db, user, account) } : null;
}

/** For somebody who was invited: no restaurant of their own, and a verified address. Null if the address is taken. */
export async function createMember(
  db: AccountsDb,
  restaurantId: string,
  account: Omit<NewAccount, 'restaurantName'>,
): Promise<UserRow | null> {
  const user = { ...newUser({ ...account, isEmailVerified: true }), restaurant_id: restaurantId };
  return (await addUser(db, user)) ? user : null;
}

function newUser({
  email,
  passwordHash,
  name = null,
  isEmailVerified = false,
  now,
}: Omit<NewAccount, 'restaurantName'>): UserRow {
  const at = now.toISOString();
  return {
    id: newId(now),
    email,
    name,
    password_hash: passwordHash,
    is_email_verified: isEmailVerified,
    restaurant_id: newId(now),
    totp_sealed: null,
    totp_enabled_at: null,
    totp_step: 0,
    recovery_hashes: [],
    created_at: at,
    updated_at: at,
  };
}

/** False: the address is taken. Also for the second of two simultaneous sign-ups. */
async function addUser(db: AccountsDb, user: UserRow): Promise<boolean> {
  const added = db.insert(users).values(user).onConflictDoNothing({ target: users.email });
  return (await added.returning({ id: users.id })).length > 0;
}

/** Creates the restaurant `user.restaurant_id` with its space, owned by the user. */
export async function addRestaurant(
  db: AccountsDb,
  user: UserRow,
  { email, restaurantName, now }: Pick<NewAccount, 'email' | 'restaurantName' | 'now'>,
): Promise<Restaurant> {
  const by = { kind: 'user' as const, id: user.id, name: restaurantName || (user.name ?? email) };
  const restaurant = newRestaurant({ id: user.restaurant_id, name: restaurantName, email, now, by });
  // The space first, because the restaurant's row must have its version.
  await db.insert(spaces).values({ restaurant_id: restaurant.id, epoch: newId(now), version: FIRST_VERSION });
  await db.insert(restaurants).values({ ...restaurant, restaurant_id: restaurant.id });
  await addMember(db, { restaurantId: restaurant.id, userId: user.id, role: 'owner', now });
  return restaurant;
}

export async function addMember(
  db: AccountsDb,
  { restaurantId, userId, role, now }: { restaurantId: string; userId: string; role: Role; now: Date },
): Promise<void> {
  const at = now.toISOString();
  const membership = { restaurant_id: restaurantId, id: newId(now), user_id: userId, role };
  await db.insert(memberships).values({ ...membership, created_at: at, updated_at: at });
}

/** The restaurant of a person who has just authenticated; `db` is a transaction, whose tenant this sets. */
export async function readOwnRestaurant(db: AccountsDb, restaurantId: string): Promise<Restaurant> {
  await db.execute(sql`SELECT set_config('app.restaurant_id', ${restaurantId}, true)`);
  const [row] = await db.select().from(restaurants).where(eq(restaurants.id, restaurantId));
  if (!row) throw new Error(`Restaurant ${restaurantId} has no row`);
  const { restaurant_id: _, field_changes: __, ...restaurant } = row;
  return restaurant;
}

/** The user as sent to clients. */
export const publicUser = (row: Pick<UserRow, 'id' | 'email' | 'name' | 'is_email_verified'>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  is_email_verified: row.is_email_verified,
});

// No real address starts like this: the contract's Email refuses it.
const decoyEmail = (id: string) => `decoy:${id}`;
