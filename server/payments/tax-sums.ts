import type { Order } from '../../contract/orders/calls.ts';
import type { TaxRateSum } from '../../contract/payments/report-calls.ts';

export type TaxedOrder = Pick<Order, 'id' | 'taxes' | 'total_amount' | 'tip_amount'>;

/** Money given back for an order: this refund, and what had been given back before it. */
export interface TaxedRefund {
  order: TaxedOrder;
  amount: number;
  before: number;
}

interface Part {
  rate_bp: number | null;
  net: number;
  tax: number;
}

/**
 * Net, tax and gross by rate, minor units. A refund is deducted from each rate by the rate's share of the order, rounded so that refunds of
 * the whole order deduct exactly what was sold. Tips are not taxed and not counted.
 */
export function taxSumsOf(orders: readonly TaxedOrder[], refunds: readonly TaxedRefund[]): TaxRateSum[] {
  const sums = new Map<number | null, TaxRateSum>();
  const add = ({ rate_bp, net, tax }: Part, orders_count: number) => {
    const sum = sums.get(rate_bp) ?? { rate_bp, orders_count: 0, net_amount: 0, tax_amount: 0, gross_amount: 0 };
    sums.set(rate_bp, {
      rate_bp,
      orders_count: sum.orders_count + orders_count,
      net_amount: sum.net_amount + net,
      tax_amount: sum.tax_amount + tax,
      gross_amount: sum.gross_amount + net + tax,
    });
  };
  for (const order of orders) for (const part of partsOf(order)) add(part, 1);
  for (const { order, amount, before } of refunds)
    for (const { rate_bp, net, tax } of partsOf(order)) {
      const share = (value: number) =>
        shareOf(value, before + amount, order.total_amount) - shareOf(value, before, order.total_amount);
      add({ rate_bp, net: 0 - share(net), tax: 0 - share(tax) }, 0);
    }
  return [...sums.values()].toSorted((a, b) => (b.rate_bp ?? -1) - (a.rate_bp ?? -1));
}

/** What an order sold, by rate. What its taxes do not cover was sold without a rate. */
function partsOf({ taxes, total_amount, tip_amount }: TaxedOrder): Part[] {
  const byRate = new Map<number, Part>();
  for (const { rate_bp, taxable_amount, tax_amount } of taxes) {
    const part = byRate.get(rate_bp) ?? { rate_bp, net: 0, tax: 0 };
    byRate.set(rate_bp, { rate_bp, net: part.net + taxable_amount, tax: part.tax + tax_amount });
  }
  const taxed = [...byRate.values()];
  const rest = total_amount - tip_amount - taxed.reduce((sum, { net, tax }) => sum + net + tax, 0);
  return rest === 0 ? taxed : [...taxed, { rate_bp: null, net: rest, tax: 0 }];
}

/** Of `value`, as much as `refunded` is of `total`; never more than all of it. */
const shareOf = (value: number, refunded: number, total: number): number =>
  total <= 0 ? 0 : Math.round((value * Math.min(refunded, total)) / total);
