import { acknowledged } from '../../contract/orders/acknowledge.ts';
import * as contract from '../../contract/orders/calls.ts';
import { changedFields } from '../db/changed-fields.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { findOrder, updateOrder } from './store.ts';

export const acknowledge = defineHandler(contract.acknowledge, async (c) => {
  const order = await findOrder(c.db, c.restaurantId, c.path.id);
  if (!order || order.deleted_at) return refuse('not_found');
  const known = acknowledged(order, c.body.device_id, c.occurredAt);
  if (!known) return answer(order, { notice: { code: 'already_done', current: order } });
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateOrder(c.db, c.restaurantId, order.id, { ...changedFields(order, known), ...stamp });
  return { ...known, ...stamp };
});
