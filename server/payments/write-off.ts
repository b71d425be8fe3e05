import * as contract from '../../contract/payments/calls.ts';
import { applyWriteOff } from '../../contract/payments/write-off.ts';
import { changedFields } from '../db/changed-fields.ts';
import { findOrder, updateOrder } from '../orders/store.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import { closePagesLater } from './online/checkouts.ts';

/** Writes off what an order owes: its payment pages are closed, so that nobody pays it after all. */
export const writeOff = defineHandler(contract.writeOff, async (c) => {
  const order = isId(c.path.id) ? await findOrder(c.db, c.restaurantId, c.path.id) : null;
  if (!order || order.deleted_at) return refuse('not_found');
  const { occurredAt, opId, actor } = c;
  const outcome = applyWriteOff(order, c.body, { occurredAt, opId, actor, now: c.now.toISOString() });
  if (outcome.kind === 'refused') return refuse(outcome.code, { current: order });
  if (outcome.kind === 'noop') return answer(order, { notice: { code: 'already_done', current: order } });
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateOrder(c.db, c.restaurantId, order.id, { ...changedFields(order, outcome.order), ...stamp });
  if (c.body.is_written_off) await closePagesLater(c, order.id);
  return { ...outcome.order, ...stamp };
});
