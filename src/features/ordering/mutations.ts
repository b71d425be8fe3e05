import { applyOrdering } from '../../../contract/restaurant/ordering.ts';
import * as calls from '../../../contract/orders/calls.ts';
import { update } from '../../data/mutation.ts';

/** Sets pause and rush on this device with the function that the server uses. */
export const setOrdering = update({
  call: calls.setOrdering,
  table: 'restaurants',
  rows: ({ body }) => (body.restaurant_id ? [body.restaurant_id] : []),
  change: (restaurant, { body }, info) => {
    return applyOrdering(restaurant, body, { occurredAt: info.occurredAt, opId: info.key }).restaurant;
  },
});
