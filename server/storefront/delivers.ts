import { and, eq, isNull } from 'drizzle-orm';
import { delivery_locations } from '../db/schema/settings.ts';
import type { Tx } from '../pipeline/handler.ts';

/** Whether the restaurant has said where it delivers. Until then its website offers no delivery. */
export async function delivers(db: Tx, restaurantId: string): Promise<boolean> {
  const isActive = and(
    eq(delivery_locations.restaurant_id, restaurantId),
    eq(delivery_locations.is_active, true),
    isNull(delivery_locations.deleted_at),
  );
  return (await db.$count(delivery_locations, isActive)) > 0;
}
