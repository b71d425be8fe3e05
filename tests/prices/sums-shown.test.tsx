import { Window } from 'happy-dom';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { sumsOf, type SumLine } from '../../contract/orders/sums.ts';
import { noSums, withSums } from '../../contract/orders/totals.ts';
import { withDiscounts } from '../../contract/orders/discounts.ts';
import { newId } from '../../server/platform/ids.ts';
import { OrderSums } from '../../src/features/orders/detail/OrderItems.tsx';
import { receipt } from '../../src/features/orders/print/ticket.ts';
import { dishPath, makeMenu, type Menu } from '../api/tablet.ts';
import { requestData } from '../support/api.ts';
import { publishWebsite } from '../support/publish-website.ts';
import { seeded } from '../support/seeded.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { openWebsite, type Shown } from '../support/website-visitor.ts';
import { amountIn, bumped } from './own-sums.ts';

// Whatever shows how an order comes to its total: the parts that a person reads add up to the total that they read.

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let base: string;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  base = `/site/${owner.restaurant.slug}`;
  await publishWebsite(app, owner.restaurant.id);
  await asOwner('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  await asOwner('PUT', dishPath(menu, 0), { price_amount: 1000, tax_rate_bp: 2000, is_tax_inclusive: false });
  await asOwner('PUT', dishPath(menu, 1), { tax_rate_bp: 500 });
  await asOwner('POST', '/promotions', { name: 'Tenth', promotion_type: 'percentage', value_bp: 1000, code: 'TENTH' });
});
afterAll(() => app.close());

const asOwner = <T,>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });

type Row = [label: string, amount: number];

const signed = (text: string): number => (/[-−]/.test(text) ? -1 : 1) * amountIn(text, 'GBP');
const rowsIn = (root: Pick<Document, 'querySelectorAll'>): Row[] =>
  [...root.querySelectorAll('dl > div')]
    .filter((row) => row.querySelector('dd')?.textContent?.includes('£'))
    .map((row) => [row.querySelector('dt')!.textContent.trim(), signed(row.querySelector('dd')!.textContent)]);
const ofPage = ({ document }: Shown) => rowsIn(document);
function ofMarkup(markup: string): Row[] {
  const window = new Window();
  window.document.body.innerHTML = markup;
  return rowsIn(window.document);
}
const ofReceipt = (order: Order): Row[] =>
  receipt({ order, restaurant: owner.restaurant, now: app.clock.now().getTime(), printedAt: null }).flatMap(
    (line): Row[] => (line.kind === 'pair' && line.right ? [[line.left, signed(line.right)]] : []),
  );

/** The parts before the total; they have to come to it. */
function partsOf(rows: Row[]): string[] {
  const at = rows.findIndex(([label]) => label === 'Total');
  expect([rows, rows.slice(0, at).reduce((sum, [, amount]) => sum + amount, 0)]).toEqual([rows, rows[at]![1]]);
  return rows.slice(0, at).map(([label]) => label);
}

test('basket, checkout, order page, receipt, order screen and API show parts that add up', async () => {
  const guest = openWebsite(app);
  const form = ({ document }: Shown, action: string) => document.querySelector(`form[action="${base}${action}"]`);
  const page = await guest.open(base);
  for (const id of menu.itemIds.slice(0, 2))
    await guest.submit(page.document.querySelector(`input[name=item][value="${id}"]`)?.closest('form') ?? null);
  expect(partsOf(ofPage(await guest.open(`${base}/basket`)))).toEqual(['Subtotal', 'Tax 20%']);
  const checkout = await guest.open(`${base}/checkout`);
  expect(partsOf(ofPage(checkout))).toEqual(['Subtotal', 'Tax 20%']);

  const me = { name: 'Priya Nair', phone: '020 7946 0123', promotion_code: 'TENTH' };
  const changed = await guest.submit(form(checkout, '/checkout'), me);
  const all = ['Subtotal', 'Tenth (TENTH)', 'Tax 20%'];
  expect([changed.status, partsOf(ofPage(changed))]).toEqual([409, all]);
  expect(new Map(ofPage(changed)).get('Tax 20%')).toBe(180);
  const placed = await guest.submit(form(changed, '/checkout'), me);
  expect(partsOf(ofPage(placed))).toEqual(all);

  // With every fee there is, partly paid, and some of it given back.
  await bumped(
    app.pools.owner,
    owner.restaurant.id,
    `UPDATE orders SET service_charge_amount = 125, packaging_fee_amount = 30, tip_amount = 200, delivery_fee_amount = 250,
            total_amount = total_amount + 605, due_amount = due_amount + 605, order_status = 'accepted', version = $2 WHERE restaurant_id = $1`,
    [],
  );
  const [{ id }] = await asOwner<[Order]>('GET', '/orders');
  const payment = { id: newId(), method: 'cash', amount: 1000 };
  await asOwner('POST', `/orders/${id}/payments`, payment);
  await asOwner('POST', `/payments/${payment.id}/refund`, { amount: 100 });
  const order = await asOwner<Order>('GET', `/orders/${id}`);
  const every = ['Subtotal', 'Tenth (TENTH)', 'Delivery', 'Service charge', 'Packaging', 'Tip', 'Tax 20%'];
  const shown = [
    ofPage(await guest.open(placed.path)),
    ofReceipt(order),
    ofMarkup(renderToStaticMarkup(<OrderSums order={order} />)),
  ];
  for (const [at, rows] of shown.entries()) {
    expect(partsOf(rows)).toEqual(every);
    const after = rows.slice(rows.findIndex(([label]) => label === 'Total') + 1);
    expect(after.map(([label]) => label)).toEqual([
      // Customers read no tax in the prices of a restaurant that is not registered for it.
      ...(at === 2 ? ['Includes Tax 5%'] : []),
      'Paid',
      'Refunded',
      'To be paid',
    ]);
    expect(new Map(after).get('To be paid')).toBe(order.total_amount - 1000);
  }
  const api = await asOwner<Order>(
    'GET',
    `/public/restaurants/${owner.restaurant.slug}/orders/${placed.path.split('/').at(-1)}`,
  );
  expect(sumsOf(api).map(({ label, amount }) => [label, amount])).toEqual(
    sumsOf(order).map(({ label, amount }) => [label, amount]),
  );
});

test('the parts of random orders add up, also of one whose total came from elsewhere', () => {
  const random = seeded(5);
  const total = (lines: SumLine[]) => lines.find(({ kind }) => kind === 'total')!.amount;
  const parts = (lines: SumLine[]) => lines.reduce((sum, { kind, amount }) => sum + (kind === 'part' ? amount : 0), 0);
  for (let round = 0; round < 500; round++) {
    const lines = Array.from({ length: random.between(1, 5) }, () => ({
      id: newId(),
      menu_item_id: null,
      name: 'Pie',
      quantity: 1,
      unit_amount: 0,
      total_amount: random.between(0, 5000),
      tax_rate_bp: random.pick([0, 500, 725, 2000]),
      is_tax_inclusive: random.chance(0.5),
    }));
    const fees = {
      delivery_fee_amount: random.between(0, 300),
      packaging_fee_amount: random.between(0, 50),
      tip_amount: random.between(0, 200),
    };
    const wanted = [
      {
        promotion_id: newId(),
        code: null,
        name: 'A',
        discount_amount: random.between(0, 900),
        applies_to: 'lines' as const,
      },
      {
        promotion_id: newId(),
        code: 'B',
        name: 'B',
        discount_amount: random.between(0, 400),
        applies_to: 'delivery_fee' as const,
      },
    ];
    const order = withDiscounts(withSums({ ...noSums, ...fees }, lines), wanted);
    const shown = sumsOf(order);
    expect([parts(shown), shown.some(({ label }) => label === 'Other')]).toEqual([order.total_amount, false]);
    const foreign = sumsOf({ ...order, total_amount: order.total_amount + 7 });
    expect(parts(foreign)).toBe(total(foreign));
  }
});
