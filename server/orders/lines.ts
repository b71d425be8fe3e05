import { applyLineStatus } from '../../contract/orders/lines.ts';
import * as contract from '../../contract/orders/calls.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { findOrder, updateOrder } from './store.ts';

/** Sets a line's status in the kitchen. The later change wins, and the losing one is told. */
export const setLineStatus = defineHandler(contract.setLineStatus, async (c) => {
  const order = await findOrder(c.db, c.restaurantId, c.path.id);
  if (!order || order.deleted_at) return refuse('not_found');
  const outcome = applyLineStatus(order, c.path.lineId, c.body, {
    occurredAt: c.occurredAt,
    opId: c.opId,
    deviceName: c.body.device_name ?? null,
  });
  if (outcome.kind === 'refused') return refuse(outcome.code);
  if (outcome.kind === 'superseded') {
    const standing = order.lines.find((line) => line.id === c.path.lineId)?.line_status ?? 'new';
    const code = standing === c.body.line_status ? 'already_done' : 'superseded';
    return answer(order, { notice: { code, current: order } });
  }
  const fields = {
    lines: outcome.order.lines,
    version: await c.bump(),
    updated_at: c.now.toISOString(),
    updated_by: c.actor,
  };
  await updateOrder(c.db, c.restaurantId, order.id, fields);
  return { ...order, ...fields };
});
