import type { Order } from '../../../contract/orders/calls.ts';
import { decimal } from '../../lib/money.ts';
import { statusLabel } from '../../ui/status-label.ts';
import { paymentLabel, sourceLabel, typeLabel } from './labels.ts';

const columns: readonly [string, (order: Order) => string][] = [
  ['Order Number', (o) => o.order_no],
  ['Placed', (o) => o.placed_at],
  ['Due', (o) => o.due_at],
  ['Type', (o) => typeLabel(o.order_type)],
  ['Source', (o) => sourceLabel(o.channel)],
  ['Status', (o) => statusLabel(o.order_status)],
  ['Customer', (o) => o.customer.name],
  ['Phone', (o) => o.customer.phone ?? ''],
  ['Table', (o) => o.table_name ?? ''],
  ['Items', (o) => o.lines.map((line) => `${line.quantity} x ${line.name}`).join('; ')],
  ['Payment', (o) => paymentLabel(o.payment_status)],
  ['Subtotal', (o) => decimal(o.subtotal_amount, o.currency)],
  ['Discount', (o) => decimal(o.discount_amount, o.currency)],
  ['Delivery', (o) => decimal(o.delivery_fee_amount, o.currency)],
  ['Tip', (o) => decimal(o.tip_amount, o.currency)],
  ['Tax', (o) => decimal(o.tax_amount, o.currency)],
  ['Total', (o) => decimal(o.total_amount, o.currency)],
  ['Currency', (o) => o.currency],
];

/** Orders as a spreadsheet: one row each, UTC times in ISO form, amounts as decimals, and a mark that tells Excel it is UTF-8. */
export const ordersCsv = (orders: readonly Order[]): string =>
  '\uFEFF' +
  [columns.map(([head]) => head), ...orders.map(cells)].map((row) => row.map(cell).join(',')).join('\r\n') +
  '\r\n';

const cells = (order: Order) => columns.map(([, read]) => read(order));

/**
 * What a spreadsheet takes for the beginning of a formula, also in the full-width and small forms that a keyboard for Chinese or Japanese
 * writes. Spaces, quotes and invisible signs before it do not stop a spreadsheet. Nor is only a cell's beginning one: opened where the
 * semicolon, the bar or the tab separates, or by a program that ends a cell with its line, a cell begins behind each of these.
 */
const formulaStart = /(?<=^|[;|\t\r\n])(?=[\s\p{Cc}\p{Cf}"'`´‘’“”]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu;

/** A customer's name may begin with "=": a quote in front keeps a spreadsheet from running it. */
function cell(value: string): string {
  const isPlainNumber = /^-?\d+(\.\d+)?$/.test(value);
  const safe = isPlainNumber ? value : value.replace(formulaStart, "'").replace(/^(?=[\t\r\n])/, "'");
  return /["',;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
