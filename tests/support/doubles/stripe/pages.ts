import type Stripe from 'stripe';
import { stripeExponentOf } from '../../../../server/integrations/payment-providers/stripe/amounts.ts';
import type { Session } from './objects.ts';

// What a tester sees in a browser, without a script. Each page says that no real money moves.

/** The page on which a customer pays, or an owner enters a card for a subscription. */
export function paymentPage({ status, mode, amount_total: amount, currency }: Session, isDeclined: boolean): string {
  const digits = stripeExponentOf(currency ?? 'usd');
  const sum = `${(currency ?? '').toUpperCase()} ${((amount ?? 0) / 10 ** digits).toFixed(digits)}`;
  const title = mode === 'subscription' ? 'Test subscription' : 'Test payment';
  const form = `${isDeclined ? '<p role="alert">The card was declined. Try again.</p>' : ''}
<form method="post">
<button name="action" value="pay">Pay</button>${mode === 'payment' ? '<button name="action" value="pay_available">Pay, money available at once</button>' : ''}
<button name="action" value="decline">Decline</button><button name="action" value="cancel">Cancel</button>
</form>`;
  return page(
    title,
    `<p><strong>${escapeHtml(sum)}</strong></p>${status === 'open' ? form : '<p>This page is over.</p>'}`,
  );
}

/** The page on which an owner enters the details of an account. */
export const onboardingPage = ({ email }: Stripe.Account): string =>
  page(
    'Test account',
    `<p>For ${escapeHtml(email ?? 'an owner')}. How does the check of the details end?</p>
<form method="post">
<button name="outcome" value="verified">Verified</button><button name="outcome" value="checking">Still checking</button>
<button name="outcome" value="details_missing">Details missing</button><button name="outcome" value="rejected">Rejected</button>
</form>`,
  );

/** The page on which an owner enters another card for a subscription. */
export const cardPage = (): string =>
  page(
    'Test card',
    '<form method="post"><button name="last4" value="4444">Save a card that ends in 4444</button></form>',
  );

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} (test service)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 400px; margin: 48px auto; padding: 0 16px }
  button { font: inherit; min-height: 48px; padding: 0 24px; margin: 0 8px 8px 0 }
</style>
<h1>${title}</h1>
<p>This page stands for Stripe. No real money moves.</p>
${body}
</html>`;

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
