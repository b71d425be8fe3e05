import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { startStripeDouble, type StripeDouble } from '../support/doubles/stripe.ts';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, requestData, type Account } from './api.ts';
import { startGalley, type Galley } from './galley.ts';

let stripe: StripeDouble;
let galley: Galley;
let account: Account;
let tablet: Device;
let order: Order;

beforeAll(async () => {
  stripe = await startStripeDouble({
    secretKey: 'sk_test_double',
    webhookSecret: 'whsec_double_platform',
    connectWebhookSecret: 'whsec_double_connect',
    webhookUrl: null,
  });
  galley = await startGalley({ cluster: inject('cluster'), env: stripe.settings });
  stripe.sendTo(`${galley.origin}/backend/webhooks/stripe`);
  account = await openAccount(galley, 'money@galley.test', 'The Counting House');
  const create = <T extends { id: string }>(path: string, body: object) =>
    requestData<T>(galley.origin, 'POST', path, { token: account.token, body });
  const book = `/menu/books/${(await create('/menu/books', { name: 'Evening', status: 'published' })).id}`;
  const category = `${book}/categories/${(await create(`${book}/categories`, { name: 'Curries' })).id}`;
  const dish = await create(`${category}/items`, { name: 'Prawn madras', price_amount: 1800 });
  order = await create<Order>('/orders', {
    channel: 'phone',
    order_type: 'pickup',
    customer: { name: 'Nora Webb', phone: '020 7946 0123' },
    lines: [{ menu_item_id: dish.id, quantity: 2 }],
  });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 820, height: 1180 } });
  await tablet.signIn(account);
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await galley?.dispose();
  await stripe?.close();
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
/** The value beside a label of a `dl`. */
const sum = (page: Page, label: string) => page.locator(`dt:text-is("${label}") + dd`).first();
const reads = (page: Page, label: string, value: string) =>
  expect.poll(() => sum(page, label).textContent()).toBe(value);

test('Stripe is set up, and the screens say that it is a test service', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/settings?tab=wallet');
  await page.getByText('Set up a payment provider below').waitFor();
  await press(page, 'Set up Stripe');
  await press(page, 'Verified');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Stripe' }) });
  await row.getByText('Customers pay online through it.').waitFor();
  await page.getByText('Test services: ').waitFor();
  await press(page, 'Add a bank account');
  await page.getByLabel('Sort code or routing number').fill('200000');
  await page.getByLabel('Account number or IBAN').fill('55779911');
  await press(page, 'Check the account');
  await page.getByLabel('Account holder').fill('The Counting House Ltd');
  await page.getByLabel('Your password').fill(account.password);
  await press(page, 'Add the account');
  await page.getByText('…9911').first().waitFor();
  await page.getByText('There is nothing to withdraw yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('an order is paid by link, refunded in part, and the rest reaches the bank', async () => {
  const { page } = tablet;
  await tablet.go(`/restaurant/orders/${order.id}`);
  await press(page, 'Payment link');
  const link = page.getByLabel('Link', { exact: true });
  await expect.poll(() => link.inputValue()).toContain(stripe.url);
  expect(await axeFindings(page)).toEqual([]);

  const customer = await tablet.context.newPage();
  await customer.setViewportSize({ width: 390, height: 844 });
  await customer.goto(await link.inputValue());
  await customer.getByText('GBP 36.00').waitFor();
  await press(customer, 'Decline');
  await customer.getByText('The card was declined').waitFor();
  await press(customer, 'Pay, money available at once');
  await customer.getByRole('heading', { name: 'Payment received' }).waitFor();
  await customer.close();

  await page.getByRole('dialog').getByText('It is paid.').waitFor();
  await press(page, 'Close');
  await page.getByRole('link', { name: '£36.00' }).first().click();
  await page.getByText('Visa 4242').waitFor();
  // 1.5 % and 20.
  await reads(page, 'Fee', '£0.74');
  await reads(page, 'You keep', '£35.26');

  await press(page, 'Refund');
  const refund = page.getByRole('dialog');
  await refund.getByLabel('Amount').fill('6.50');
  await refund.getByLabel('Reason').selectOption({ label: 'It was late' });
  await refund.getByRole('button', { name: 'Refund £6.50' }).click();
  await page.getByText('Refunded: £6.50').waitFor();
  await page.getByText('Part refunded').first().waitFor();
  await reads(page, 'You keep', '£28.76');
  expect(await axeFindings(page)).toEqual([]);

  await tablet.go('/restaurant/payments');
  await page.getByText('Test services: ').waitFor();
  await reads(page, 'Available to withdraw', '£28.76');
  await tablet.go('/restaurant/settings?tab=wallet');
  await press(page, 'Withdraw');
  await page.getByLabel('Your password').fill(account.password);
  await press(page, 'Withdraw £28.76');
  await page.getByText('It was sent to the provider and cannot be cancelled.').waitFor();
  await reads(page, 'Available to withdraw', '£0.00');
  await reads(page, 'Being withdrawn', '£28.76');

  const [payout] = stripe.store.all(accountId(), 'payout');
  stripe.endPayout(payout!.id, 'paid');
  await page.getByRole('region', { name: 'Withdrawals' }).getByText('Paid', { exact: true }).waitFor();
  await reads(page, 'Being withdrawn', '£0.00');
  await press(page, 'Open the statement');
  const statement = page.getByRole('table');
  await expect
    .poll(() => statement.getByRole('rowheader').allTextContents())
    .toEqual(['Opening balance', 'Sale', 'Fee', 'Refund', 'Withdrawal', 'Closing balance']);
  expect(await statement.getByRole('row').last().textContent()).toContain('£0.00');
  expect(await axeFindings(page)).toEqual([]);
  expect(tablet.problems).toEqual([]);
});

/** The restaurant's account at Stripe: the only one. */
const accountId = () => stripe.store.all(null, 'account')[0]!.id;
