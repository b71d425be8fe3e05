import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pools } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { restaurants } from '../db/schema/restaurants.ts';

/** The restaurant whose owner has this e-mail address, or that has it itself. */
export async function findRestaurant({ owner }: Pick<Pools, 'owner'>, email: string) {
  const db = drizzle(owner);
  const address = email.trim().toLowerCase();
  const [user] = await db.select().from(users).where(eq(users.email, address)).limit(1);
  const [restaurant] = await db
    .select()
    .from(restaurants)
    .where(user ? eq(restaurants.restaurant_id, user.restaurant_id) : eq(restaurants.email, address))
    .limit(1);
  return restaurant;
}
