import type { RestServerStore } from './store.ts';
import { fieldsOf, Refused, textOf, type RestServerRow } from './values.ts';

/** The transitions of the data dictionary (section 2) and nothing more: repeating a step is refused like any other. */
const steps: Record<string, string[]> = {
  pending: ['accepted', 'preparing', 'rejected', 'cancelled'],
  accepted: ['preparing', 'ready', 'cancelled'],
  preparing: ['ready', 'cancelled'],
  ready: ['out_for_delivery', 'completed', 'cancelled', 'preparing'],
  out_for_delivery: ['completed', 'ready', 'cancelled'],
  completed: ['ready'],
};
const stamps: Record<string, string> = { out_for_delivery: 'picked_up_at' };

export function setStatus(store: RestServerStore, id: string, body: unknown): RestServerRow {
  const fields = fieldsOf(body);
  const order = store.find('orders', id);
  if (fields['order_id'] !== id) throw new Refused(422, 'invalid_fields', 'order_id is not the order of the path');
  const wanted = textOf(fields['order_status'], 'order_status');
  const from = order['order_status'] as string;
  if (!steps[from]?.includes(wanted))
    throw new Refused(409, from in steps ? 'transition_not_allowed' : 'order_already_final', 'Not from where it is', {
      current: order,
    });
  if (wanted === 'rejected') order['rejection_reason'] = textOf(fields['reason'], 'reason');
  if (wanted === 'cancelled') order['cancellation_reason'] = fields['reason'] ?? null;
  order['order_status'] = wanted;
  order[stamps[wanted] ?? `${wanted}_at`] = store.at();
  order['updated_at'] = store.at();
  return order;
}

export function removeOrder(store: RestServerStore, body: unknown): object {
  const id = textOf(fieldsOf(body)['orderId'], 'orderId');
  const order = store.find('orders', id);
  if (order['payment_status'] !== 'unpaid') throw new Refused(409, 'order_has_payment', 'A paid order stays');
  store.remove('orders', [id]);
  return {};
}
