import { toCsv, type CsvColumn } from '../../contract/csv.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { customerCsv } from '../../contract/customers/customer-csv.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { revenueOf } from '../../contract/orders/revenue.ts';
import type { Payment } from '../../contract/payments/rows.ts';
import { timeColumns, type RestaurantClock } from '../../contract/restaurant/time-columns.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { exponentOf } from '../platform/currency.ts';

/** Rows as they are in the database, which has more than the contract's fields. */
type Rows = readonly Record<string, unknown>[];

const money = (amount: number, currency: string): string => {
  const exponent = exponentOf(currency);
  return (amount / 10 ** exponent).toFixed(exponent);
};

const orderColumns = (clock: RestaurantClock): CsvColumn<Order>[] => [
  ['number', (order) => order.order_no],
  ...timeColumns<Order>('placed', (order) => order.placed_at, clock, 'business day'),
  ...timeColumns<Order>('due', (order) => order.due_at, clock),
  ['status', (order) => order.order_status],
  ['type', (order) => order.order_type],
  ['source', (order) => order.channel],
  ['customer', (order) => order.customer?.name ?? ''],
  ['phone', (order) => order.customer?.phone ?? ''],
  ['items', (order) => order.lines.map((line) => `${line.quantity} ${line.name}`).join(', ')],
  ['subtotal', (order) => money(order.subtotal_amount, order.currency)],
  ['discount', (order) => money(order.discount_amount, order.currency)],
  ['delivery', (order) => money(order.delivery_fee_amount, order.currency)],
  ['service charge', (order) => money(order.service_charge_amount, order.currency)],
  ['packaging', (order) => money(order.packaging_fee_amount, order.currency)],
  ['tax', (order) => money(order.tax_amount, order.currency)],
  ['tip', (order) => money(order.tip_amount, order.currency)],
  ['total', (order) => money(order.total_amount, order.currency)],
  ['paid', (order) => money(order.paid_amount, order.currency)],
  ['refunded', (order) => money(order.refunded_amount, order.currency)],
  ['revenue', (order) => money(revenueOf(order), order.currency)],
  ['currency', (order) => order.currency],
];

const paymentColumns = (clock: RestaurantClock): CsvColumn<Payment>[] => [
  ['number', (payment) => payment.payment_no],
  ['order', (payment) => payment.order_no],
  ...timeColumns<Payment>('created', (payment) => payment.created_at, clock),
  ...timeColumns<Payment>('paid', (payment) => payment.paid_at, clock),
  ['status', (payment) => payment.payment_status],
  ['method', (payment) => payment.method],
  ['customer', (payment) => payment.customer_name],
  ['amount', (payment) => money(payment.amount, payment.currency)],
  ['tip', (payment) => money(payment.tip_amount, payment.currency)],
  ['fee', (payment) => money(payment.fee_amount, payment.currency)],
  ['refunded', (payment) => money(payment.refunded_amount, payment.currency)],
  ['currency', (payment) => payment.currency],
];

const reservationColumns = (clock: RestaurantClock): CsvColumn<Reservation>[] => [
  ['number', (reservation) => reservation.reservation_no],
  ...timeColumns<Reservation>('starts', (reservation) => reservation.starts_at, clock, 'business day'),
  ['guests', (reservation) => String(reservation.guests_count)],
  ['status', (reservation) => reservation.reservation_status],
  ['name', (reservation) => reservation.name],
  ['phone', (reservation) => reservation.phone ?? ''],
  ['email', (reservation) => reservation.email ?? ''],
  ['note', (reservation) => reservation.customer_note ?? ''],
  ['staff note', (reservation) => reservation.staff_note ?? ''],
];

const itemColumns = (): CsvColumn<MenuItem>[] => [
  ['name', (item) => item.name],
  ['description', (item) => item.description],
  ['price', (item) => money(item.price_amount, item.currency)],
  ['currency', (item) => item.currency],
  ['sku', (item) => item.sku ?? ''],
  ['allergens', (item) => item.allergens.join(', ')],
  ['dietary', (item) => item.dietary.join(', ')],
];

const writeWith =
  <Row>(columns: (clock: RestaurantClock) => CsvColumn<Row>[]) =>
  (rows: Rows, { clock }: Context): string =>
    toCsv(columns(clock), rows as unknown as readonly Row[]); // the table's columns are the contract's fields

interface Context {
  currency: string;
  clock: RestaurantClock;
  now: Date;
}

/** Tables that people want in a spreadsheet. Each part of a table becomes a file, under the same number. */
export const spreadsheets: Partial<Record<string, (rows: Rows, context: Context) => string>> = {
  menu_items: writeWith(itemColumns),
  customers: (rows, { currency, clock, now }) =>
    customerCsv(rows as unknown as readonly Customer[], { exponent: exponentOf(currency), now: now.getTime(), clock }), // as above
  orders: writeWith(orderColumns),
  payments: writeWith(paymentColumns),
  reservations: writeWith(reservationColumns),
};
