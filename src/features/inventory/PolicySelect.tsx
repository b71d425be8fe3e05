import { stockPolicyOf } from '../../../contract/inventory/policy.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { mutate } from '../../data/mutate.ts';
import css from './inventory.module.css';
import { setStockPolicy } from './mutations.ts';

/** What happens when two orders want the last portion. */
export function PolicySelect({ restaurant }: { restaurant: Restaurant }) {
  return (
    <select
      className={`g-chip g-surface g-pad-x-8 ${css.policy}`}
      aria-label="Last portion"
      title="When an order takes more than there is"
      value={stockPolicyOf(restaurant)}
      onChange={({ target }) =>
        mutate(setStockPolicy, {
          body: { restaurant_id: restaurant.id, stock_policy: target.value === 'refuse' ? 'refuse' : 'oversell' },
        })
      }
    >
      <option value="oversell">Last portion: sell and warn</option>
      <option value="refuse">Last portion: refuse the second order</option>
    </select>
  );
}
