import { toCsv, type CsvColumn } from '../../contract/csv.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { customerCsv } from '../../contract/customers/customer-csv.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Payment } from '../../contract/payments/rows.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { exponentOf } from '../platform/currency.ts';
import type { ExportedTableName } from './tables.ts';

/** Rows as they are in the database, which has more than the contract's fields. */
type Rows = readonly Record<string, unknown>[];

const money = (amount: number, currency: string): string => {
  const exponent = exponentOf(currency);
  return (amount / 10 ** exponent).toFixed(exponent);
};

const orderColumns: CsvColumn<Order>[] = [
  ['number', (order) => order.order_no],
  ['placed', (order) => order.placed_at],
  ['status', (order) => order.order_status],
  ['type', (order) => order.order_type],
  ['source', (order) => order.channel],
  ['customer', (order) => order.customer?.name ?? ''],
  ['phone', (order) => order.customer?.phone ?? ''],
  ['items', (order) => order.lines.map((line) => `${line.quantity} ${line.name}`).join(', ')],
  ['discount', (order) => money(order.discount_amount, order.currency)],
  ['tax', (order) => money(order.tax_amount, order.currency)],
  ['tip', (order) => money(order.tip_amount, order.currency)],
  ['total', (order) => money(order.total_amount, order.currency)],
  ['paid', (order) => money(order.paid_amount, order.currency)],
  ['refunded', (order) => money(order.refunded_amount, order.currency)],
  ['currency', (order) => order.currency],
];

const paymentColumns: CsvColumn<Payment>[] = [
  ['number', (payment) => payment.payment_no],
  ['order', (payment) => payment.order_no],
  ['created', (payment) => payment.created_at],
  ['paid', (payment) => payment.paid_at ?? ''],
  ['status', (payment) => payment.payment_status],
  ['method', (payment) => payment.method],
  ['customer', (payment) => payment.customer_name],
  ['amount', (payment) => money(payment.amount, payment.currency)],
  ['tip', (payment) => money(payment.tip_amount, payment.currency)],
  ['fee', (payment) => money(payment.fee_amount, payment.currency)],
  ['refunded', (payment) => money(payment.refunded_amount, payment.currency)],
  ['currency', (payment) => payment.currency],
];

const reservationColumns: CsvColumn<Reservation>[] = [
  ['number', (reservation) => reservation.reservation_no],
  ['starts', (reservation) => reservation.starts_at],
  ['guests', (reservation) => String(reservation.guests_count)],
  ['status', (reservation) => reservation.reservation_status],
  ['name', (reservation) => reservation.name],
  ['phone', (reservation) => reservation.phone ?? ''],
  ['email', (reservation) => reservation.email ?? ''],
  ['note', (reservation) => reservation.customer_note ?? ''],
  ['staff note', (reservation) => reservation.staff_note ?? ''],
];

const itemColumns: CsvColumn<MenuItem>[] = [
  ['name', (item) => item.name],
  ['description', (item) => item.description],
  ['price', (item) => money(item.price_amount, item.currency)],
  ['currency', (item) => item.currency],
  ['sku', (item) => item.sku ?? ''],
  ['allergens', (item) => item.allergens.join(', ')],
  ['dietary', (item) => item.dietary.join(', ')],
];

const writeWith =
  <Row>(columns: CsvColumn<Row>[]) =>
  (rows: Rows): string =>
    toCsv(columns, rows as unknown as readonly Row[]); // the table's columns are the contract's fields

interface Context {
  currency: string;
  now: Date;
}

/** Tables that people want in a spreadsheet. Each part of a table becomes a file, under the same number. */
export const spreadsheets: Partial<Record<ExportedTableName, (rows: Rows, context: Context) => string>> = {
  menu_items: writeWith(itemColumns),
  customers: (rows, { currency, now }) =>
    customerCsv(rows as unknown as readonly Customer[], exponentOf(currency), now.getTime()), // as above
  orders: writeWith(orderColumns),
  payments: writeWith(paymentColumns),
  reservations: writeWith(reservationColumns),
};
