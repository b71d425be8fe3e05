import * as calls from '../../../contract/inventory/calls.ts';
import { editedInventoryItem, newInventoryItem } from '../../../contract/inventory/new-rows.ts';
import { withPolicy } from '../../../contract/inventory/policy.ts';
import { faultsOfMovement, newMovement, withMovement } from '../../../contract/inventory/stock.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import type { Actor } from '../../../contract/fields.ts';
import { mutation, type MutationInfo } from '../../data/mutation.ts';

export const createInventoryItem = mutation({
  call: calls.create,
  table: 'inventory_items',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  // The server knows the restaurant's currency.
  change: (row, { body }, tap) =>
    row ??
    newInventoryItem(
      body,
      { id: needId(body.id), at: tap.occurredAt, actor: actorOf(tap), version: 0 },
      DEFAULT_CURRENCY,
    ),
});

export const editInventoryItem = mutation({
  call: calls.edit,
  table: 'inventory_items',
  effect: 'update',
  rows: ({ path }) => [path.id],
  change: (item, { body }, tap) => {
    if (!item) throw new Error('not_found');
    return { ...editedInventoryItem(item, body), ...stampOf(tap) };
  },
});

export const moveStock = mutation({
  call: calls.move,
  table: 'inventory_items',
  effect: 'update',
  rows: ({ path }) => [path.id],
  change: (item, { body }, tap) => {
    if (!item) throw new Error('not_found');
    if (faultsOfMovement(body)) throw new Error('invalid_fields');
    const movement = newMovement(body, { id: tap.key, at: tap.occurredAt, actor: actorOf(tap) });
    return { ...withMovement(item, movement), ...stampOf(tap) };
  },
});

export const setStockPolicy = mutation({
  call: calls.setPolicy,
  table: 'restaurants',
  effect: 'update',
  rows: ({ body }) => [needId(body.restaurant_id)],
  change: (restaurant, { body }, tap) => {
    if (!restaurant) throw new Error('not_found');
    const next = withPolicy(restaurant, body, { occurredAt: tap.occurredAt, opId: tap.key });
    return next === restaurant ? next : { ...next, ...stampOf(tap) };
  },
});

function needId(id: string | undefined): string {
  if (!id) throw new Error('A row needs its id');
  return id;
}

const actorOf = (tap: MutationInfo): Actor => ({ kind: 'user', id: null, name: tap.deviceName });
const stampOf = (tap: MutationInfo) => ({ updated_at: tap.occurredAt, updated_by: actorOf(tap) });
