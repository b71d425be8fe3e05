import * as contract from '../../contract/account/calls.ts';
import type { DeletionObstacle } from '../../contract/account/calls.ts';
import { noteAuth } from '../auth/events.ts';
import { proveOwner } from '../auth/prove-owner.ts';
import { defineHandler, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { loadRestaurant, updateRestaurant } from '../restaurants/store.ts';
import { findObstacles, toDeletion } from './deletion.ts';
import { endOfGrace, findDeletion, forgetDeletion, saveDeletion } from '../restaurants/deletion.ts';

const getDeletion = defineHandler(contract.getDeletion, (c) => toDeletion(c.db, c.restaurantId));

const requestDeletion = defineHandler(contract.requestDeletion, async (c) => {
  const refused = await proveOwner(c, c.body.current_password);
  if (refused) return refused;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  if (plain(c.body.restaurant_name) !== plain(restaurant.name))
    return refuse('invalid_fields', { field_errors: { restaurant_name: 'This is not the name of the restaurant' } });
  if (await findDeletion(c.db, c.restaurantId)) return toDeletion(c.db, c.restaurantId);
  const [obstacle] = await findObstacles(c.db, c.restaurantId);
  if (obstacle) return refuse('account_not_deletable', { message: reasons[obstacle] });
  await saveDeletion(c.db, c.restaurantId, {
    requested_at: c.now.toISOString(),
    deletes_at: endOfGrace(c.now),
    ordering_status: restaurant.ordering_status,
    reminded_at: null,
  });
  await setOrderingStatus(c, 'paused');
  await c.enqueue('mail.deletion', { user_id: c.user.id, restaurant_id: c.restaurantId, kind: 'requested' });
  noteAuth(c, 'deletion_requested', c.user.email);
  return toDeletion(c.db, c.restaurantId);
});

const cancelDeletion = defineHandler(contract.cancelDeletion, async (c) => {
  const requested = await findDeletion(c.db, c.restaurantId);
  if (!requested) return toDeletion(c.db, c.restaurantId);
  if (requested.deletes_at <= c.now.toISOString()) return refuse('deletion_begun');
  await forgetDeletion(c.db, c.restaurantId);
  await setOrderingStatus(c, requested.ordering_status);
  await c.enqueue('mail.deletion', { user_id: c.user.id, restaurant_id: c.restaurantId, kind: 'cancelled' });
  noteAuth(c, 'deletion_cancelled', c.user.email);
  return toDeletion(c.db, c.restaurantId);
});

export const deletionRoutes: Handler[] = [getDeletion, requestDeletion, cancelDeletion];

const reasons: Record<DeletionObstacle, string> = {
  wallet: 'There is money in the wallet. Withdraw it first',
  withdrawal: 'A withdrawal is under way. Wait until it has arrived',
  subscription: 'The subscription goes on charging. Cancel it first',
};

/** People type a name with another case, or with more spaces. */
const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Devices and the website show it as a pause without an end, which nobody can end while the deletion is requested. */
async function setOrderingStatus(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'actor' | 'bump' | 'opId'>,
  ordering_status: 'open' | 'paused',
): Promise<void> {
  const at = c.now.toISOString();
  await updateRestaurant(c.db, c.restaurantId, {
    ordering_status,
    ordering_paused_until: null,
    ordering_pause_reason: ordering_status === 'paused' ? 'other' : null,
    ordering_changed_at: at,
    ordering_op_id: c.opId,
    version: await c.bump(),
    updated_at: at,
    updated_by: c.actor,
  });
}
