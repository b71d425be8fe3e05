import { expect, test } from 'vitest';
import { id, order } from '../../tests/support/rows.ts';
import { withSums } from './totals.ts';
import type { OrderLine } from './calls.ts';

const line = (n: number, total_amount: number): OrderLine => ({
  id: id(n),
  menu_item_id: null,
  name: `Dish ${n}`,
  quantity: 1,
  unit_amount: total_amount,
  total_amount,
});

/** £20.00 of food, 10 % service, £2.50 delivery, £1.00 for bags, £1.50 tip, 20 % VAT included, paid. */
const paid = order(500, {
  lines: [line(1, 1200), line(2, 800)],
  subtotal_amount: 2000,
  discount_amount: 200,
  service_charge_amount: 200,
  delivery_fee_amount: 250,
  packaging_fee_amount: 100,
  tip_amount: 150,
  taxes: [{ name: 'VAT', rate_bp: 2000, is_inclusive: true, taxable_amount: 1958, tax_amount: 392 }],
  tax_amount: 392,
  total_amount: 2500,
  paid_amount: 2500,
  payment_status: 'paid',
});

test('the same lines keep every sum', () => {
  expect(withSums(paid, paid.lines)).toEqual(paid);
});

test('fewer dishes lower service and tax and create a refund', () => {
  expect(withSums(paid, [line(1, 1200)])).toMatchObject({
    subtotal_amount: 1200,
    discount_amount: 200,
    service_charge_amount: 120,
    delivery_fee_amount: 250,
    tip_amount: 150,
    tax_amount: 245,
    taxes: [{ taxable_amount: 1225, tax_amount: 245 }],
    total_amount: 1620,
    due_amount: -880,
  });
});

test('a discount never exceeds its base', () => {
  expect(withSums(paid, [line(1, 150)])).toMatchObject({ discount_amount: 150, total_amount: 15 + 350 + 150 });
});

test('an exclusive tax is added to the total', () => {
  const onTop = order(501, {
    subtotal_amount: 1000,
    taxes: [{ name: 'GST', rate_bp: 1000, is_inclusive: false, taxable_amount: 900, tax_amount: 100 }],
  });
  expect(withSums(onTop, [line(1, 2000)])).toMatchObject({ tax_amount: 200, total_amount: 2200, due_amount: 2200 });
});
