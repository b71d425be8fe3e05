import { findDeletion } from '../restaurants/deletion.ts';
import { applyOrdering } from '../../contract/restaurant/ordering.ts';
import * as contract from '../../contract/orders/calls.ts';
import { changedFields } from '../db/changed-fields.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { loadRestaurant, updateRestaurant } from '../restaurants/store.ts';

/** Sets pause and rush. The later change wins, and the losing one is told. */
export const setOrdering = defineHandler(contract.setOrdering, async (c) => {
  const named = c.body.restaurant_id?.toLowerCase();
  if (named !== undefined && named !== c.restaurantId.toLowerCase()) return refuse('not_found');
  if (c.body.ordering_status === 'open' && (await findDeletion(c.db, c.restaurantId)))
    return refuse('deletion_requested');
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const outcome = applyOrdering(restaurant, c.body, { occurredAt: c.occurredAt, opId: c.opId });
  if (outcome.kind === 'superseded') return answer(restaurant, { notice: { code: 'superseded', current: restaurant } });
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateRestaurant(c.db, c.restaurantId, { ...changedFields(restaurant, outcome.restaurant), ...stamp });
  return { ...outcome.restaurant, ...stamp };
});
