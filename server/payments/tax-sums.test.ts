import { expect, test } from 'vitest';
import type { OrderLine } from '../../contract/orders/calls.ts';
import { withSums } from '../../contract/orders/totals.ts';
import { seeded, type Seeded } from '../../tests/support/seeded.ts';
import { newId } from '../platform/ids.ts';
import { taxSumsOf, type TaxedOrder, type TaxedRefund } from './tax-sums.ts';

const rates = [undefined, 0, 500, 725, 2000] as const;

/** An order with lines at several rates; prices as in a currency with this many decimals. */
function makeOrder(random: Seeded, decimals: number, isInclusive: boolean) {
  const lines = Array.from({ length: random.between(1, 6) }, (): OrderLine => {
    const quantity = random.between(1, 4);
    const unit_amount = random.between(1, 50 * 10 ** decimals);
    const rate = random.pick(rates);
    return {
      id: newId(),
      menu_item_id: null,
      name: 'Dish',
      quantity,
      unit_amount,
      total_amount: quantity * unit_amount,
      ...(rate !== undefined && { tax_rate_bp: rate, is_tax_inclusive: isInclusive }),
    };
  });
  const fees = { delivery_fee_amount: random.between(0, 300), tip_amount: random.between(0, 200) };
  const before = fees.delivery_fee_amount + fees.tip_amount;
  const order = withSums(
    {
      id: newId(),
      lines: [],
      subtotal_amount: 0,
      discount_amount: random.between(0, 100),
      service_charge_amount: 0,
      packaging_fee_amount: 0,
      tax_amount: 0,
      total_amount: before,
      paid_amount: 0,
      refunded_amount: 0,
      due_amount: before,
      payment_status: 'unpaid' as const,
      taxes: [],
      ...fees,
    },
    lines,
  );
  return order;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

test.each([0, 2, 3])('with %i decimals the totals are those of the lines, whatever is refunded', (decimals) => {
  const random = seeded(7 + decimals);
  for (let round = 0; round < 300; round++) {
    const orders = Array.from({ length: random.between(1, 8) }, () => makeOrder(random, decimals, random.chance(0.5)));
    const sold = taxSumsOf(orders, []);
    for (const rate of rates.filter((one) => one !== undefined)) {
      const ofLines = sum(
        orders.flatMap(({ lines }) =>
          lines.filter(({ tax_rate_bp }) => tax_rate_bp === rate).map(({ tax_amount }) => tax_amount ?? 0),
        ),
      );
      expect(sold.find(({ rate_bp }) => rate_bp === rate)?.tax_amount ?? 0).toBe(ofLines);
    }
    expect(sum(sold.map(({ gross_amount }) => gross_amount))).toBe(
      sum(orders.map(({ total_amount, tip_amount }) => total_amount - tip_amount)),
    );
    for (const one of sold) expect(one.gross_amount).toBe(one.net_amount + one.tax_amount);

    // All of each order, in random parts and in random order: nothing is left.
    const refunds = orders.flatMap((order: TaxedOrder): TaxedRefund[] => {
      const cut = random.between(0, order.total_amount);
      return [
        { order, amount: cut, before: 0 },
        { order, amount: order.total_amount - cut, before: cut },
      ];
    });
    const left = taxSumsOf(orders, random.shuffled(refunds));
    for (const one of left) expect([one.net_amount, one.tax_amount, one.gross_amount]).toEqual([0, 0, 0]);
    // In another period than the sale, too.
    const apart = taxSumsOf([], refunds);
    for (const one of apart)
      expect(one.gross_amount).toBe(0 - (sold.find(({ rate_bp }) => rate_bp === one.rate_bp)?.gross_amount ?? 0));
  }
});

test('an order without taxes is sold without a rate, and more than all of it is never deducted', () => {
  const order = { id: newId(), taxes: [], total_amount: 1000, tip_amount: 100, paid_amount: 1000 };
  expect(taxSumsOf([order], [])).toEqual([
    { rate_bp: null, orders_count: 1, net_amount: 900, tax_amount: 0, gross_amount: 900 },
  ]);
  const refund = { order, amount: 1500, before: 0 };
  expect(taxSumsOf([order], [refund])).toMatchObject([{ gross_amount: 0 }]);
});
