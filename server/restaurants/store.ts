import { eq } from 'drizzle-orm';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { restaurants } from '../db/schema.ts';
import type { Tx } from '../pipeline/handler.ts';

/** The restaurant of the transaction. That there is none cannot happen: access `owner` has found it. */
export async function loadRestaurant(db: Tx, restaurantId: string): Promise<Restaurant> {
  const [row] = await db.select().from(restaurants).where(eq(restaurants.restaurant_id, restaurantId)).limit(1);
  if (!row) throw new Error(`Restaurant ${restaurantId} has no row`);
  const { restaurant_id: _, ...restaurant } = row;
  return restaurant;
}

export async function updateRestaurant(db: Tx, restaurantId: string, fields: Partial<Restaurant>): Promise<void> {
  await db.update(restaurants).set(fields).where(eq(restaurants.restaurant_id, restaurantId));
}
