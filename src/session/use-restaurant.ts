import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { useRows } from '../data/live.ts';
import { useSession } from './session.ts';

/**
 * The restaurant from the mirror; until its first rows are there, as it was at sign-in. Null: nobody is signed in, or the server
 * sent less than the screens need, which the mirror will supply.
 */
export function useRestaurant(): Restaurant | null {
  const rows = useRows('restaurants', (db) => db.restaurants.limit(1).toArray(), []);
  const { restaurant } = useSession();
  return rows?.[0] ?? (restaurant?.opening_hours ? restaurant : null);
}
