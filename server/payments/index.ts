import { hostedProviders } from '../../contract/payments/providers.ts';
import { area, type PlainRoute } from '../area.ts';
import { BASE } from '../http/base.ts';
import { orderRemoved, orderUnserved } from '../orders/events.ts';
import { catchUpAccounts } from './catch-up-accounts.ts';
import { gatewaySecretLocation } from './custom-gateway.ts';
import { giveBack } from './give-back.ts';
import { catchUpCheckouts, catchUpRefunds } from './online/catch-up.ts';
import { closePagesLater } from './online/checkouts.ts';
import { closeJobs } from './online/close-pages.ts';
import { queueReconciling, reconcileJobs } from './online/reconcile.ts';
import { onlinePaymentRoutes } from './online/routes.ts';
import { refundJobs } from './online/send-refund.ts';
import { settleJobs } from './online/settle.ts';
import { eventJobs } from './process-event.ts';
import { routes } from './routes.ts';
import { walletProviderRoutes } from './wallet-providers/routes.ts';
import { stripeSetupRoutes } from './stripe-setup.ts';
import { receiveCustomWebhook, receiveWebhook, REQUEUE_AFTER_MS, requeueWebhooks } from './webhooks.ts';
import { HOUR, MINUTE } from '../jobs/periodic.ts';

export const payments = area({
  name: 'payments',
  handlers: (services) => [
    ...routes,
    ...onlinePaymentRoutes(services),
    ...stripeSetupRoutes(services),
    ...walletProviderRoutes(services),
  ],
  // The signature says who sends them.
  routes: [
    ...hostedProviders.map((name): PlainRoute => ({
      method: 'POST',
      path: `${BASE}/webhooks/${name}`,
      name: `webhooks.${name}`,
      answer: (services, { request, now }) => receiveWebhook(services, { name, request, now }),
    })),
    {
      method: 'POST',
      path: `${BASE}/webhooks/custom/:id`,
      name: 'webhooks.custom',
      answer: (services, { request, path, now }) => receiveCustomWebhook(services, { id: path['id']!, request, now }),
    },
  ],
  jobs: (services) => ({
    ...eventJobs(services),
    ...closeJobs(services),
    ...refundJobs(services),
    ...settleJobs(services),
    ...reconcileJobs(services),
  }),
  // Asks the payment providers for what is overdue, and compares their records with the books.
  periodic(given) {
    const services = { ...given, owner: given.pools.owner, app: given.pools.app };
    return [
      { name: 'payments_checkouts', everyMs: 2 * MINUTE, run: (now) => catchUpCheckouts(services, now) },
      {
        name: 'payments_webhooks',
        everyMs: REQUEUE_AFTER_MS,
        firstAfterMs: MINUTE,
        run: (now) => requeueWebhooks(services.owner, services.jobs, now),
      },
      { name: 'payments_refunds', everyMs: 15 * MINUTE, run: (now) => catchUpRefunds(services, now) },
      {
        name: 'payments_accounts',
        everyMs: HOUR,
        firstAfterMs: 4 * MINUTE,
        run: (now) => catchUpAccounts(services, now),
      },
      {
        name: 'payments_reconcile',
        everyMs: 24 * HOUR,
        firstAfterMs: 10 * MINUTE,
        run: () => queueReconciling(services.owner, services.jobs),
      },
    ];
  },
  retention: [{ table: 'webhook_events', where: 'received_at < $1', days: 30 }],
  on: [
    orderUnserved.on(async (c, order) => {
      await closePagesLater(c, order.id);
      return giveBack(c, order);
    }),
    orderRemoved.on((c, order) => closePagesLater(c, order.id)),
  ],
  sealed: [
    {
      table: 'payment_accounts',
      key: ['restaurant_id', 'id'],
      column: 'secret_sealed',
      location: ({ restaurant_id, id }) => gatewaySecretLocation({ restaurantId: restaurant_id!, accountId: id! }),
      set: `secret_sealed = $1,
            status = CASE WHEN $1::text IS NULL THEN 'broken' ELSE status END,
            reason = CASE WHEN $1::text IS NULL THEN 'Enter the secret key again: the server can no longer read it' ELSE reason END`,
    },
  ],
  tables: {
    payments: { key: 'id', isImported: true },
    ledger_entries: { key: 'id', isImported: true },
    checkouts: { key: 'id', leftOut: ['reference_hash', 'url'], isImported: false },
    payment_accounts: { key: 'id', leftOut: ['secret_sealed', 'secret_last4'], isImported: false },
    ledger_sums: { notExported: 'derived from ledger_entries' },
    reconciliation_differences: { notExported: 'work of the operator' },
  },
});
