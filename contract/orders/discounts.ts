import type { Order, WantedDiscount } from './calls.ts';
import { withSums, type Sums } from './totals.ts';

/** The order with these discounts in the place of those that it has, and new sums. */
export function withDiscounts<O extends Sums>(order: O, wanted: readonly WantedDiscount[]): O {
  if (wanted.length === 0 && !order.discounts?.length) return order;
  const byLine = new Map<string, number>();
  for (const { line_id, discount_amount } of wanted.flatMap(({ lines = [] }) => lines))
    byLine.set(line_id, (byLine.get(line_id) ?? 0) + discount_amount);
  const lines = order.lines.map(({ discount_amount: _, ...line }) => {
    const off = byLine.get(line.id) ?? 0;
    return off > 0 ? { ...line, discount_amount: off } : line;
  });
  const discounts = wanted.map(({ lines: _, ...discount }) => ({ ...discount, approved_by: null }));
  const discounted = {
    ...order,
    discounts: discounts.length > 0 ? discounts : null,
    discount_amount: discounts.reduce((sum, { discount_amount }) => sum + discount_amount, 0),
  };
  return withSums(discounted, lines);
}

/** True if promotions may price it: an order that was imported with a discount keeps that one. */
export const isPricedByPromotions = ({ discounts, discount_amount }: Pick<Order, 'discounts' | 'discount_amount'>) =>
  Boolean(discounts?.length) || discount_amount === 0;
