import * as calls from '../../../contract/inventory/calls.ts';
import { editedInventoryItem, newInventoryItem } from '../../../contract/inventory/new-rows.ts';
import { withPolicy } from '../../../contract/inventory/policy.ts';
import { faultsOfMovement, newMovement, withMovement } from '../../../contract/inventory/stock.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { actorOf, mutation, needId, stampOf, update } from '../../data/mutation.ts';

export const createInventoryItem = mutation({
  call: calls.create,
  table: 'inventory_items',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  // The server knows the restaurant's currency.
  change: (row, { body }, info) =>
    row ??
    newInventoryItem(
      body,
      { id: needId(body.id), at: info.occurredAt, actor: actorOf(info), version: 0 },
      DEFAULT_CURRENCY,
    ),
});

export const editInventoryItem = update({
  call: calls.edit,
  table: 'inventory_items',
  rows: ({ path }) => [path.id],
  change: (item, { body }, info) => {
    return { ...editedInventoryItem(item, body), ...stampOf(info) };
  },
});

export const moveStock = update({
  call: calls.move,
  table: 'inventory_items',
  rows: ({ path }) => [path.id],
  change: (item, { body }, info) => {
    if (faultsOfMovement(body)) throw new Error('invalid_fields');
    const movement = newMovement(body, { id: info.key, at: info.occurredAt, actor: actorOf(info) });
    return { ...withMovement(item, movement), ...stampOf(info) };
  },
});

export const setStockPolicy = update({
  call: calls.setPolicy,
  table: 'restaurants',
  rows: ({ body }) => [needId(body.restaurant_id)],
  change: (restaurant, { body }, info) => {
    const next = withPolicy(restaurant, body, { occurredAt: info.occurredAt, opId: info.key });
    return next === restaurant ? next : { ...next, ...stampOf(info) };
  },
});
