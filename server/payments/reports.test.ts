import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import type { Payment } from '../../contract/payments/rows.ts';
import type { StatementEntry, StatementSums, TaxReport } from '../../contract/payments/report-calls.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, requestData, type Method } from '../../tests/support/api.ts';
import { fillWallet } from '../../tests/support/fill-wallet.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.clock.set('2026-11-20T18:30:00.000Z');
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
});
afterAll(() => app.close());

const request = <T>(method: Method, path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
const statement = async (query: string) => {
  const answer = await callApi<StatementEntry[]>(app.fetch, 'GET', `/payments/statement?${query}`, {
    token: owner.token,
  });
  return { entries: answer.data, sums: answer.stats as StatementSums, meta: answer.meta, error: answer.error };
};
const taxReport = (from: string, to = from) => request<TaxReport>('GET', `/payments/tax-report?from=${from}&to=${to}`);

test('a statement runs from the opening to the closing balance, page by page', async () => {
  const fill = (amount: number, at: string) => fillWallet(app.pools.owner, owner.restaurant.id, amount, new Date(at));
  await fill(500, '2026-10-31T12:00:00.000Z');
  await fill(300, '2026-11-01T12:00:00.000Z');
  await fill(-100, '2026-11-02T12:00:00.000Z');
  await fill(50, '2026-11-03T12:00:00.000Z');
  await fill(900, '2026-12-01T12:00:00.000Z');
  const { entries, sums } = await statement('from=2026-11-01&to=2026-11-30');
  expect(sums).toMatchObject({ opening_balance: 500, closing_balance: 750, currency: 'GBP' });
  expect(entries.map(({ amount, balance_after }) => [amount, balance_after])).toEqual([
    [300, 800],
    [-100, 700],
    [50, 750],
  ]);
  const second = await statement('from=2026-11-01&to=2026-11-30&limit=2&page_no=2');
  expect(second.meta).toMatchObject({ total_count: 3, has_next_page: false });
  expect(second.entries).toMatchObject([{ amount: 50, balance_after: 750 }]);
  expect((await statement('from=2026-11-30&to=2026-11-01')).error?.code).toBe('invalid_fields');
  expect((await statement('from=2020-01-01&to=2026-11-01')).error?.code).toBe('invalid_fields');
});

test('a refund is deducted on its own day, a cancelled order is not sold', async () => {
  const place = () =>
    request<Order>('POST', '/orders', {
      channel: 'walk_in',
      order_type: 'pickup',
      lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }],
    });
  const order = await place();
  const cancelled = await place();
  await request('POST', `/orders/${cancelled.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
  await request('POST', `/orders/${order.id}/payments`, { method: 'cash', amount: 1800 });
  const [payment] = await request<Payment[]>('GET', '/payments');
  expect(await taxReport('2026-11-20')).toMatchObject({ gross_amount: 1800, refunded_amount: 0 });
  app.clock.set('2026-11-22T18:30:00.000Z');
  await request('POST', `/payments/${payment!.id}/refund`, { amount: 450 });
  expect(await taxReport('2026-11-20')).toMatchObject({ gross_amount: 1800 });
  expect(await taxReport('2026-11-22')).toMatchObject({ gross_amount: -450, refunded_amount: 450 });
  const both = await taxReport('2026-11-20', '2026-11-22');
  expect(both).toMatchObject({ gross_amount: 1350 });
  expect(both.net_amount + both.tax_amount).toBe(both.gross_amount);
});
