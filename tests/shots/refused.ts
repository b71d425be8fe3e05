import { requestData } from '../e2e/api.ts';
import type { Device } from '../support/device.ts';

/** The page of an unanswered order. */
export async function newOrderPath(origin: string, token: string): Promise<string> {
  const [order] = await requestData<{ id: string }[]>(origin, 'GET', '/orders?order_status=pending', { token });
  if (!order) throw new Error('No order is new any more');
  return `/restaurant/orders/${order.id}`;
}

/** On an order's page: accepts it offline while its customer cancels it. */
export async function beRefused(
  { page, goOffline, goOnline, waitForStatus }: Device,
  origin: string,
  token: string,
): Promise<void> {
  const order_id = new URL(page.url()).pathname.split('/').at(-1)!;
  await goOffline();
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await waitForStatus('Offline, 1 change');
  const body = { order_id, order_status: 'cancelled', reason: 'customer_request' };
  await requestData(origin, 'POST', `/orders/${order_id}/status`, { token, body });
  await goOnline();
  await waitForStatus('1 change needs attention');
}
