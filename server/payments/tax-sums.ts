import type { Order } from '../../contract/orders/calls.ts';
import { taxPartsOf } from '../../contract/orders/receipt.ts';
import { shareOf, soldOf } from '../../contract/orders/revenue.ts';
import type { TaxRateSum } from '../../contract/payments/report-calls.ts';

export type TaxedOrder = Pick<Order, 'id' | 'taxes' | 'total_amount' | 'tip_amount' | 'paid_amount'>;

/** Money given back for an order: this refund, and what had been given back before it. */
export interface TaxedRefund {
  order: TaxedOrder;
  amount: number;
  before: number;
}

interface Part {
  rate_bp: number | null;
  gross: number;
  tax: number;
}

/**
 * Net, tax and gross by rate, minor units. What a refund takes back is deducted from each rate by the rate's share of the order, so that the
 * shares add up, and refunds of the whole order deduct exactly what was sold. Tips are not taxed and not counted.
 */
export function taxSumsOf(orders: readonly TaxedOrder[], refunds: readonly TaxedRefund[]): TaxRateSum[] {
  const sums = new Map<number | null, TaxRateSum>();
  const add = ({ rate_bp, gross, tax }: Part, { sign, count }: { sign: 1 | -1; count: number }) => {
    const sum = sums.get(rate_bp) ?? { rate_bp, orders_count: 0, net_amount: 0, tax_amount: 0, gross_amount: 0 };
    sums.set(rate_bp, {
      rate_bp,
      orders_count: sum.orders_count + count,
      net_amount: sum.net_amount + sign * (gross - tax),
      tax_amount: sum.tax_amount + sign * tax,
      gross_amount: sum.gross_amount + sign * gross,
    });
  };
  for (const order of orders) for (const part of partsOf(order)) add(part, { sign: 1, count: 1 });
  for (const { order, amount, before } of refunds) {
    for (const part of reversedParts(order, before)) add(part, { sign: 1, count: 0 });
    for (const part of reversedParts(order, before + amount)) add(part, { sign: -1, count: 0 });
  }
  return [...sums.values()].toSorted((a, b) => (b.rate_bp ?? -1) - (a.rate_bp ?? -1));
}

/** How much of the sale this refund takes back, with the tip's share. */
export const reversedBy = ({ order, amount, before }: TaxedRefund): number =>
  soldOf({ ...order, refunded_amount: before }) - soldOf({ ...order, refunded_amount: before + amount });

/** What refunds of this sum take back of each part. The tip comes first, as in soldTipOf. */
function reversedParts(order: TaxedOrder, refunded_amount: number): Part[] {
  const reversed = order.total_amount - soldOf({ ...order, refunded_amount });
  let upto = order.tip_amount;
  return partsOf(order).map(({ rate_bp, gross, tax }) => {
    const before = shareOf(upto, reversed, order.total_amount);
    upto += gross;
    const part = shareOf(upto, reversed, order.total_amount) - before;
    return { rate_bp, gross: part, tax: shareOf(tax, part, gross) };
  });
}

const partsOf = (order: TaxedOrder): Part[] =>
  taxPartsOf(order).map(({ rate_bp, gross_amount: gross, tax_amount: tax }) => ({ rate_bp, gross, tax }));
