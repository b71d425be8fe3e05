import { applyPayment, newPayment } from '../../contract/payments/apply.ts';
import * as contract from '../../contract/payments/calls.ts';
import { changedFields } from '../db/changed-fields.ts';
import { payments } from '../db/schema/payments.ts';
import { countOrder } from '../orders/count-order.ts';
import { findOrder, updateOrder } from '../orders/store.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { isId, newId } from '../platform/ids.ts';
import { linesOfSale, post } from './ledger.ts';
import { closePagesLater } from './online/checkouts.ts';
import { findPayment, nextPaymentNo } from './store.ts';

/** Records money that was taken by hand: the payment, its lines in the books, and what the order owes. */
export const take = defineHandler(contract.take, async (c) => {
  const order = isId(c.path.id) ? await findOrder(c.db, c.restaurantId, c.path.id) : null;
  if (!order || order.deleted_at) return refuse('not_found');
  const id = c.body.id?.toLowerCase() ?? newId();
  const present = await findPayment(c.db, c.restaurantId, id);
  if (present)
    return present.order_id === order.id && present.amount === c.body.amount
      ? answer(order, { notice: { code: 'already_done', current: order } })
      : refuse('id_taken');
  const outcome = applyPayment(order, c.body);
  if (outcome.kind === 'refused') return refuse(outcome.code, { current: order });
  const now = c.now.toISOString();
  const version = await c.bump();
  const payment = newPayment(order, c.body, {
    id,
    at: now,
    occurredAt: c.occurredAt,
    actor: c.actor,
    version,
    paymentNo: await nextPaymentNo(c.db, c.restaurantId),
  });
  await c.db.insert(payments).values({ ...payment, restaurant_id: c.restaurantId });
  await post(c, linesOfSale('till', payment), {
    currency: payment.currency,
    paymentId: id,
    orderId: order.id,
    effectiveAt: c.occurredAt,
  });
  const stamp = { version, updated_at: now, updated_by: c.actor };
  await updateOrder(c.db, c.restaurantId, order.id, { ...changedFields(order, outcome.order), ...stamp });
  await countOrder(c, order, outcome.order);
  await closePagesLater(c, order.id);
  return { ...outcome.order, ...stamp };
});
