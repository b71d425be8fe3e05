import { offeredTypes } from '../../contract/delivery/offered-types.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { liveLocations } from '../delivery/store.ts';
import type { Tx } from '../db/tx.ts';

/** The restaurant with the order types that customers are offered. */
export const asOffered = async <R extends Pick<Restaurant, 'id' | 'order_type'>>(
  db: Tx,
  restaurant: R,
): Promise<R> => ({
  ...restaurant,
  order_type: restaurant.order_type.includes('delivery')
    ? offeredTypes(restaurant.order_type, await liveLocations(db, restaurant.id))
    : restaurant.order_type,
});
