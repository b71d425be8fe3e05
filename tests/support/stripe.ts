import { startStripeDouble, type StripeDouble } from './doubles/stripe.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { startApp, type TestApp } from './server.ts';

/** A double of Stripe whose webhooks are recorded only, and whose time is `clock`'s. */
export const startStripe = (clock?: Clock): Promise<StripeDouble> =>
  startStripeDouble({
    secretKey: 'sk_test_double',
    webhookSecret: 'whsec_platform',
    connectWebhookSecret: 'whsec_connect',
    webhookUrl: null,
    ...(clock && { clock }),
  });

/** The app with a double of Stripe beside it; both have the app's time. */
export async function startAppWithStripe(): Promise<{ app: TestApp; stripe: StripeDouble }> {
  const time: { app: TestApp | null } = { app: null };
  const stripe = await startStripe({ now: () => time.app!.clock.now() });
  const app = await startApp({ settings: stripe.settings });
  time.app = app;
  return { app, stripe };
}

/** Delivers events of the double to the app, by default all, and runs what they cause. */
export async function deliver(app: TestApp, stripe: StripeDouble, events = stripe.webhooks.events): Promise<void> {
  for (const event of events) {
    const signature = stripe.webhooks.sign(event, Math.floor(app.clock.now().getTime() / 1000));
    const request = new Request('http://localhost/backend/webhooks/stripe', {
      method: 'POST',
      headers: { 'Stripe-Signature': signature },
      body: event.body,
    });
    const response = await app.fetch(request);
    if (!response.ok) throw new Error(`The webhook is answered with ${response.status}`);
  }
  await app.jobs.drain();
}
