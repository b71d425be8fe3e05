import type { Order, OrderLine } from '../../contract/orders/calls.ts';
import { receiptSums } from '../../contract/orders/receipt.ts';
import { paidOf, taxLabel } from '../../contract/orders/sums.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { dateTimeLabel, money } from '../platform/format.ts';

/** What was ordered and what it costs, as paragraphs of a mail. Who sells stands below. */
export function receiptOf(order: Order, restaurant: Restaurant): string[] {
  const amount = (minor: number) => money(minor, order.currency);
  const { sums, taxes } = receiptSums(order, restaurant);
  return [
    `Order ${order.order_no}, ${dateTimeLabel(order.placed_at, restaurant.timezone)}`,
    order.lines.map((line) => `${dishOf(line)}: ${amount(line.total_amount)}`).join('\n'),
    [...sums, ...paidOf(order)].map(({ label, amount: minor }) => `${label}: ${amount(minor)}`).join('\n'),
    ...(taxes.length === 0
      ? []
      : [
          taxes
            .map(({ name, rate_bp, net_amount, tax_amount, gross_amount }) => {
              const rate = name === null ? 'Without tax' : taxLabel({ name, rate_bp: rate_bp ?? 0 });
              return `${rate}: net ${amount(net_amount)}, tax ${amount(tax_amount)}, gross ${amount(gross_amount)}`;
            })
            .join('\n'),
        ]),
  ];
}

const dishOf = ({ quantity, name, modifiers = [] }: OrderLine): string =>
  [
    `${quantity} × ${name}`,
    ...modifiers.map((one) => (one.prefix === 'none' ? one.name : `${one.prefix} ${one.name}`)),
  ].join(', ');
