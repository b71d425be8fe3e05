import { and, eq } from 'drizzle-orm';
import { DELETION_DAYS } from '../../contract/account/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { restaurant_settings } from '../db/schema/settings.ts';
import type { Tx } from '../db/tx.ts';
import { toRestaurant } from './store.ts';

const DAY = 86_400_000;
/** When the owner is reminded, before the end. */
export const REMIND_DAYS = 3;

/** The row of restaurant_settings with it. */
export const DELETION = 'account_deletion';

export interface RequestedDeletion {
  requested_at: string;
  deletes_at: string;
  /** What the restaurant was before it was closed for customers. */
  ordering_status: 'open' | 'paused';
  reminded_at: string | null;
}

const ofDeletion = (restaurantId: string) =>
  and(eq(restaurant_settings.restaurant_id, restaurantId), eq(restaurant_settings.name, DELETION));

/** The restaurant, and the deletion that somebody has asked for, in one statement. */
export async function loadWithDeletion(
  db: Tx,
  restaurantId: string,
): Promise<{ restaurant: Restaurant; deletion: RequestedDeletion | null }> {
  const [row] = await db
    .select({ restaurant: restaurants, deletion: restaurant_settings.value })
    .from(restaurants)
    .leftJoin(restaurant_settings, ofDeletion(restaurantId))
    .where(eq(restaurants.restaurant_id, restaurantId));
  if (!row) throw new Error(`Restaurant ${restaurantId} has no row`);
  return { restaurant: toRestaurant(row.restaurant), deletion: row.deletion as RequestedDeletion | null };
}

/** Null: nobody has asked for it. */
export async function findDeletion(db: Tx, restaurantId: string): Promise<RequestedDeletion | null> {
  const [row] = await db.select().from(restaurant_settings).where(ofDeletion(restaurantId));
  return row ? (row.value as unknown as RequestedDeletion) : null; // written by saveDeletion only
}

export async function saveDeletion(db: Tx, restaurantId: string, deletion: RequestedDeletion): Promise<void> {
  const saved = { value: { ...deletion }, updated_at: deletion.requested_at, updated_by: null };
  await db
    .insert(restaurant_settings)
    .values({ restaurant_id: restaurantId, name: DELETION, ...saved })
    .onConflictDoUpdate({ target: [restaurant_settings.restaurant_id, restaurant_settings.name], set: saved });
}

export async function forgetDeletion(db: Tx, restaurantId: string): Promise<void> {
  await db.delete(restaurant_settings).where(ofDeletion(restaurantId));
}

export const endOfGrace = (now: Date): string => new Date(now.getTime() + DELETION_DAYS * DAY).toISOString();
