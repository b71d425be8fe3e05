import { nextSteps } from '../../../../contract/orders/status.ts';
import { currentStore } from '../../../data/current.ts';
import type { Mirrored } from '../../../data/db.ts';
import { watch } from '../../../data/watch.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { showRefused, showToast } from '../../../ui/page/toast.ts';
import { takeStep } from './steps.ts';
import { serverNow } from '../../../lib/server-now.ts';

/** How long the order of a notification may take to arrive: a tablet that was asleep first loads what it missed. */
const ARRIVES_MS = 30_000;

/** Performs Accept on a notification in the app: through the outbox, like the button on the order. */
export async function acceptPushed(orderId: string): Promise<void> {
  const order = await arrived(orderId);
  if (!order) {
    showRefused('The order was not accepted', 'It has not reached this device yet');
    return;
  }
  const step = nextSteps(order, null, new Date(serverNow())).find(({ order_status }) => order_status === 'accepted');
  if (!step) {
    showRefused(`Order #${numberOf(order)} was answered before`, statusLabel(order.order_status));
    return;
  }
  takeStep(order, { ...step, expected_status: 'pending' });
  showToast({ title: `Order #${numberOf(order)} accepted` });
}

/** The order as soon as this device has it; null if it does not arrive. */
function arrived(id: string): Promise<Mirrored<'orders'> | null> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    const end = (order: Mirrored<'orders'> | null) => {
      clearTimeout(timer);
      stop();
      resolve(order);
    };
    const timer = setTimeout(() => end(null), ARRIVES_MS);
    stop = watch(currentStore(), (db) => db.orders.get(id)).subscribe((order) => {
      if (order) end(order);
    }, reject);
  });
}
