import type { Order } from '../../../../contract/orders/calls.ts';
import { toCsv, type CsvColumn } from '../../../../contract/csv.ts';
import { revenueOf } from '../../../../contract/orders/revenue.ts';
import { timeColumns, type RestaurantClock } from '../../../../contract/restaurant/time-columns.ts';
import { decimal } from '../../../lib/money.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { paymentWord } from '../labels.ts';
import { sourceLabel, typeLabel } from '../../../ui/order-label.ts';

const columns = (clock: RestaurantClock): CsvColumn<Order>[] => [
  ['Order Number', (o) => o.order_no],
  ...timeColumns<Order>('Placed', (o) => o.placed_at, clock, 'Business day'),
  ...timeColumns<Order>('Due', (o) => o.due_at, clock),
  ['Type', (o) => typeLabel(o.order_type)],
  ['Source', (o) => sourceLabel(o.channel)],
  ['Status', (o) => statusLabel(o.order_status)],
  ['Customer', (o) => o.customer.name],
  ['Phone', (o) => o.customer.phone ?? ''],
  ['Table', (o) => o.table_name ?? ''],
  ['Items', (o) => o.lines.map(lineWords).join('; ')],
  ['Payment', (o) => paymentWord(o)],
  ['Subtotal', (o) => decimal(o.subtotal_amount, o.currency)],
  ['Discount', (o) => decimal(o.discount_amount, o.currency)],
  ['Delivery', (o) => decimal(o.delivery_fee_amount, o.currency)],
  ['Service charge', (o) => decimal(o.service_charge_amount, o.currency)],
  ['Packaging', (o) => decimal(o.packaging_fee_amount, o.currency)],
  ['Tip', (o) => decimal(o.tip_amount, o.currency)],
  ['Tax', (o) => decimal(o.tax_amount, o.currency)],
  ['Tax by rate', (o) => o.taxes.map((tax) => taxWords(tax, o.currency)).join('; ')],
  ['Total', (o) => decimal(o.total_amount, o.currency)],
  ['Refunded', (o) => decimal(o.refunded_amount, o.currency)],
  ['Revenue', (o) => decimal(revenueOf(o), o.currency)],
  ['Currency', (o) => o.currency],
];

/** Orders as CSV: one row each, decimal amounts. The sums of "Revenue" by "Business day" are those of insights. */
export const ordersCsv = (orders: readonly Order[], clock: RestaurantClock): string => toCsv(columns(clock), orders);

/** Without the heads, to be put behind other rows. */
export const ordersCsvRows = (orders: readonly Order[], clock: RestaurantClock): string => {
  const text = ordersCsv(orders, clock);
  return text.slice(text.indexOf('\r\n') + 2);
};

/** "2 x Dosa, Large (no onions, 2 x Mint, > Soft; well done)": what was chosen, ">" for each level below another choice, and the note. */
function lineWords({ quantity, name, modifiers = [], note }: Order['lines'][number]): string {
  const chosen = modifiers.map(
    (one) =>
      `${'> '.repeat(one.depth ?? 0)}${one.quantity > 1 ? `${one.quantity} x ` : ''}${one.prefix === 'none' ? '' : `${one.prefix} `}${one.name}`,
  );
  const said = [...(chosen.length > 0 ? [chosen.join(', ')] : []), ...(note ? [note] : [])];
  return `${quantity} x ${name}${said.length > 0 ? ` (${said.join('; ')})` : ''}`;
}

const taxWords = ({ rate_bp, is_inclusive, tax_amount }: Order['taxes'][number], currency: string) =>
  `${rate_bp / 100}% ${is_inclusive ? 'included' : 'added'} ${decimal(tax_amount, currency)}`;
