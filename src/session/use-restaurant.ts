import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { useRows } from '../data/live.ts';
import { useSession } from './session.ts';

/**
 * The restaurant as the mirror has it; until the first rows are there, as it was at sign-in. Null: nobody is signed in, or the server told
 * less of it than the screens ask for; the mirror fills that in.
 */
export function useRestaurant(): Restaurant | null {
  const rows = useRows('restaurants', (db) => db.restaurants.limit(1).toArray(), []);
  const { restaurant } = useSession();
  return rows?.[0] ?? (restaurant?.opening_hours ? restaurant : null);
}
