import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { timeColumns, type RestaurantClock } from '../../../contract/restaurant/time-columns.ts';
import { decimal } from '../../lib/money.ts';
import { methodLine, paymentNumber, stateLabel } from './labels.ts';
import { timeOfPayment, type ShownPayment } from './queries.ts';

const columns = (clock: RestaurantClock): CsvColumn<ShownPayment>[] => [
  ['Payment', paymentNumber],
  ...timeColumns<ShownPayment>('Time', timeOfPayment, clock, 'Business day'),
  ['Order', (p) => p.order_no],
  ['Customer', (p) => p.customer_name],
  ['Method', methodLine],
  ['Amount', (p) => decimal(p.amount, p.currency)],
  ['Tip', (p) => decimal(p.tip_amount, p.currency)],
  ['Fee', (p) => decimal(p.fee_amount, p.currency)],
  ['Refunded', (p) => decimal(p.refunded_amount, p.currency)],
  ['Net', (p) => decimal(p.net_amount, p.currency)],
  ['Currency', (p) => p.currency],
  ['Status', (p) => stateLabel(p.payment_status)],
  ['Note', (p) => p.note ?? ''],
];

/** Payments as CSV: one row each, decimal amounts. */
export const paymentsCsv = (payments: readonly ShownPayment[], clock: RestaurantClock): string =>
  toCsv(columns(clock), payments);
