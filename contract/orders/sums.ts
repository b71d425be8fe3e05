import type { Order } from './calls.ts';
import { closedStatuses } from './status.ts';

/** What an order's total is made of. */
export type PricedSums = Pick<
  Order,
  | 'subtotal_amount'
  | 'discount_amount'
  | 'discounts'
  | 'delivery_fee_amount'
  | 'service_charge_amount'
  | 'packaging_fee_amount'
  | 'tip_amount'
  | 'taxes'
  | 'total_amount'
>;

export interface SumLine {
  id: string;
  /** `included`: tax in the prices, which adds nothing. `due`: what is to be paid. */
  kind: 'part' | 'total' | 'included' | 'paid' | 'due';
  label: string;
  /** Minor units. */
  amount: number;
}

const line = (kind: SumLine['kind'], label: string, amount: number, id = label): SumLine[] =>
  amount === 0 ? [] : [{ id, kind, label, amount }];

/** How an order comes to its total, for every page, ticket and message. The parts add up to it; those that are zero are left out. */
export function sumsOf(order: PricedSums): SumLine[] {
  const taxes = (kind: 'part' | 'included', prefix: string) =>
    order.taxes
      .filter(({ is_inclusive }) => is_inclusive === (kind === 'included'))
      .map((tax): SumLine => ({
        id: `${kind} ${tax.name} ${tax.rate_bp}`,
        kind,
        label: prefix + taxLabel(tax),
        amount: tax.tax_amount,
      }));
  const parts: SumLine[] = [
    { id: 'Subtotal', kind: 'part', label: 'Subtotal', amount: order.subtotal_amount },
    ...discountsOf(order),
    ...line('part', 'Delivery', order.delivery_fee_amount),
    ...line('part', 'Service charge', order.service_charge_amount),
    ...line('part', 'Packaging', order.packaging_fee_amount),
    ...line('part', 'Tip', order.tip_amount),
    ...taxes('part', ''),
  ];
  // An order that came from elsewhere may have a total of its own.
  const other = order.total_amount - parts.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...parts,
    ...line('part', 'Other', other),
    { id: 'Total', kind: 'total', label: 'Total', amount: order.total_amount },
    ...taxes('included', 'Includes '),
  ];
}

/** "VAT 20%", or a name that says the rate itself. */
export const taxLabel = ({ name, rate_bp }: { name: string; rate_bp: number }): string =>
  /\d/.test(name) ? name : `${name} ${rate_bp / 100}%`;

/** What was paid and given back of the total, and what is left of it. */
export const paidOf = (
  order: Pick<Order, 'order_status' | 'paid_amount' | 'refunded_amount' | 'due_amount'>,
): SumLine[] => [
  ...line('paid', 'Paid', order.paid_amount),
  ...line('paid', 'Refunded', -order.refunded_amount),
  ...(closedStatuses.includes(order.order_status) ? [] : line('due', 'To be paid', Math.max(0, order.due_amount))),
];

/** What was taken off, each with its name: of promotions, and what an import or an older order has besides. */
function discountsOf({ discounts, discount_amount }: Pick<Order, 'discounts' | 'discount_amount'>): SumLine[] {
  const all = Math.abs(discount_amount);
  const named = discounts ?? [];
  const rest = all - named.reduce((sum, one) => sum + one.discount_amount, 0);
  // A correction without the promotions may have made the sum smaller than its parts.
  if (rest < 0) return line('part', 'Discount', -all);
  return [
    ...named.flatMap(({ promotion_id, name, code, discount_amount: off }) =>
      line('part', code === null ? name : `${name} (${code})`, -off, promotion_id ?? name),
    ),
    ...line('part', 'Discount', -rest, 'rest'),
  ];
}
