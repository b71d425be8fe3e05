import { eq } from 'drizzle-orm';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import type { FieldChanges } from '../db/field-merge.ts';
import type { Tx } from '../db/tx.ts';

/** The restaurant of the transaction. It always exists, because access `owner` has found it. */
export async function loadRestaurant(db: Tx, restaurantId: string): Promise<Restaurant> {
  return (await loadForEdit(db, restaurantId)).restaurant;
}

/** With the last edit of each field. */
export async function loadForEdit(
  db: Tx,
  restaurantId: string,
): Promise<{ restaurant: Restaurant; fieldChanges: FieldChanges }> {
  const [row] = await db
    .select()
    .from(restaurants)
    .where(eq(restaurants.restaurant_id, restaurantId))
    .limit(1)
    .prepare('restaurant')
    .execute();
  if (!row) throw new Error(`Restaurant ${restaurantId} has no row`);
  return { restaurant: toRestaurant(row), fieldChanges: row.field_changes };
}

export const toRestaurant = ({
  restaurant_id: _,
  field_changes: __,
  ...restaurant
}: typeof restaurants.$inferSelect): Restaurant => restaurant;

export async function updateRestaurant(
  db: Tx,
  restaurantId: string,
  fields: Partial<Restaurant> & { field_changes?: FieldChanges },
): Promise<void> {
  await db.update(restaurants).set(fields).where(eq(restaurants.restaurant_id, restaurantId));
}
