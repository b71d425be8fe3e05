import type { DoubleTransaction } from './paystack-state.ts';

/** The page on which a customer pays, without a script. It says that no real money moves. */
export const paymentPage = ({ amount, currency, status, customer }: DoubleTransaction): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pay (test service)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 400px; margin: 48px auto; padding: 0 16px }
  button { font: inherit; min-height: 48px; padding: 0 24px; margin-inline-end: 8px }
</style>
<h1>Test payment</h1>
<p>This page stands for Paystack. No real money moves.</p>
<p><strong>${escapeHtml(currency)} ${(amount / 100).toFixed(2)}</strong>, for ${escapeHtml(customer.email)}</p>
${
  status === 'success' || status === 'reversed'
    ? '<p>This is paid.</p>'
    : `${status === 'failed' ? '<p role="alert">The card was declined. Try again.</p>' : ''}
<form method="post">
<button name="outcome" value="pay">Pay</button><button name="outcome" value="decline">Decline</button>
</form>`
}
</html>`;

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
