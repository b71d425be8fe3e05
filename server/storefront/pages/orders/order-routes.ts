import { drizzle } from 'drizzle-orm/node-postgres';
import type { Hono } from 'hono';
import type { Order } from '../../../../contract/orders/calls.ts';
import { moneyBack } from '../../../../contract/payments/money-back.ts';
import { checkout } from '../../../../contract/storefront/calls.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import { onlinePaymentRoutes } from '../../../payments/online/routes.ts';
import { paymentsOfOrder } from '../../../payments/store.ts';
import type { Services } from '../../../pipeline/services.ts';
import { newId } from '../../../platform/ids.ts';
import { cancelOrder } from '../../cancel-order.ts';
import { orderOfToken } from '../../order-of-token.ts';
import { rateOrder, ratingOf } from '../../rate-order.ts';
import { readTip, tipAmount } from '../basket/checkout-page.ts';
import { callStorefront, refusalLabel } from '../forms.ts';
import { respondPage } from '../layout.ts';
import { CONFIRMING_SECONDS, isConfirming, orderPage, stateOf, toPaymentPage, type OrderView } from './order-page.ts';
import { notePaying } from './payment-return.ts';
import { noPage, privately, seeOther, show, withForm, type Bindings } from '../serve.ts';
import type { Website } from '../website.ts';

/** The page of an order, and what can be done there. Its address holds the order's token. */
export function orderRoutes(services: Services, pages: Hono<{ Bindings: Bindings }>): void {
  const startCheckout = onlinePaymentRoutes(services).find(({ call }) => call.name === checkout.name)!;
  const find = (website: Website, token: string): Promise<Pick<OrderView, 'order' | 'back' | 'rating'> | null> =>
    withTransaction(services.pools.app, website.restaurantId, 'read', async (client) => {
      const db = drizzle(client);
      const order: Order | null = await orderOfToken(db, website.restaurantId, token);
      if (!order) return null;
      const rating = await ratingOf(db, website.restaurantId, order.id);
      return { order, back: moneyBack(order, await paymentsOfOrder(db, website.restaurantId, order.id)), rating };
    });
  const showOrder = async (website: Website, token: string, more: Partial<OrderView> = {}): Promise<Response> => {
    const found = await find(website, token);
    if (!found) return respondPage(website, noPage(website));
    const view = { ...found, token, ...more };
    const response = await privately(website, orderPage(website, view));
    if (isConfirming(view)) response.headers.set('Refresh', String(CONFIRMING_SECONDS));
    return response;
  };

  pages.get('/orders/:token', (c) =>
    show(services, c, (website) =>
      showOrder(website, c.req.param('token'), {
        isAgain: c.req.query('again') !== undefined,
        payment: c.req.query('paid') !== undefined ? 'made' : c.req.query('unpaid') !== undefined ? 'left' : null,
      }),
    ),
  );
  pages.get('/orders/:token/state', (c) =>
    show(services, c, async (website) => {
      const found = await find(website, c.req.param('token'));
      const headers = { 'Cache-Control': 'no-store' };
      return found ? Response.json(stateOf(website, found), { headers }) : Response.json({}, { status: 404, headers });
    }),
  );
  pages.get('/orders/:token/pay', (c) =>
    show(services, c, async (website) => {
      const token = c.req.param('token');
      const due = (await find(website, token))?.order.due_amount ?? 0;
      // Paid meanwhile, or an order that costs nothing.
      if (due <= 0) return seeOther(c, `${website.base}/orders/${token}`);
      const tip = tipAmount(due, readTip(c.req.query('tip_percent')));
      const result = await callStorefront(services, website, startCheckout, {
        path: { token },
        body: tip > 0 ? { tip_amount: tip } : {},
        key: newId(website.now),
      });
      if (result.error)
        return showOrder(website, token, { problems: [paymentLabel(result.error.code)], status: result.status });
      const { checkout_url: url } = result.data as { checkout_url: string };
      notePaying(c, website, token);
      const response = await privately(website, toPaymentPage(website, url, `${website.base}/orders/${token}`));
      response.headers.set('Refresh', `0; url=${url}`);
      return response;
    }),
  );
  pages.post('/orders/:token/cancel', (c) =>
    withForm(services, c, async (website) => {
      const token = c.req.param('token');
      const result = await callStorefront(services, website, cancelOrder, {
        path: { token },
        body: {},
        key: newId(website.now),
      });
      if (!result.error) return seeOther(c, `${website.base}/orders/${token}`);
      const isLate = ['status_changed', 'order_already_final'].includes(result.error.code);
      return showOrder(website, token, {
        problems: [
          isLate ? 'The restaurant was faster: this order can be cancelled by telephone only.' : refusalLabel(result),
        ],
        status: result.status,
      });
    }),
  );
  pages.post('/orders/:token/rating', (c) =>
    withForm(services, c, async (website, _menu, form) => {
      const token = c.req.param('token');
      const result = await callStorefront(services, website, rateOrder, {
        path: { token },
        body: { rating: Number(form.get('rating')), comment: form.get('comment') ?? '' },
        key: newId(website.now),
      });
      if (!result.error) return seeOther(c, `${website.base}/orders/${token}#rating`);
      return showOrder(website, token, { problems: [refusalLabel(result)], status: result.status });
    }),
  );
}

function paymentLabel(code: string): string {
  if (code === 'nothing_due') return 'Nothing is left to pay.';
  if (code === 'order_already_final') return 'This order is closed: it cannot be paid any more.';
  if (code === 'too_many') return 'Too many attempts. Try again in a few minutes, or pay when you get your food.';
  return 'The payment page cannot be reached at the moment. Your order stands: try again, or pay when you get your food.';
}
