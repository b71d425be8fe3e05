import type { Args } from '../../../contract/call.ts';
import * as delivery from '../../../contract/delivery/calls.ts';
import { editedLocation, newLocation } from '../../../contract/delivery/new-rows.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { actorOf, mutation, needId, stampOf, update } from '../../data/mutation.ts';

export const addLocation = mutation({
  call: delivery.create,
  table: 'delivery_locations',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  // The server knows the restaurant's currency.
  change: (row, { body }: Args<typeof delivery.create>, info) =>
    row ??
    newLocation(
      body,
      { id: needId(body.id).toLowerCase(), at: info.occurredAt, actor: actorOf(info), version: 0 },
      DEFAULT_CURRENCY,
    ),
});

export const editLocation = update({
  call: delivery.edit,
  table: 'delivery_locations',
  rows: ({ path }) => [path.id],
  change: (location, { body }, info) => {
    return { ...editedLocation(location, body), ...stampOf(info) };
  },
});

export const removeLocation = mutation({
  call: delivery.remove,
  table: 'delivery_locations',
  effect: 'delete',
  rows: ({ path }) => [path.id],
  change: () => null,
});
