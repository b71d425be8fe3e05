import type { Payment, PaymentMethod } from '../../../contract/payments/rows.ts';
import { timeOfPayment } from './queries.ts';

export interface MethodReport {
  method: PaymentMethod;
  /** Number of payments. */
  count: number;
  /** Taken, with tips, minor units. */
  taken: number;
  tips: number;
  /** Given back on this day, whenever it was paid. */
  refunded: number;
}

type Reported = Pick<
  Payment,
  'method' | 'amount' | 'tip_amount' | 'paid_at' | 'created_at' | 'payment_status' | 'refunds'
>;

/** What was taken and given back in a business day, by method, the largest first. `to` is excluded. */
export function dayReport(payments: readonly Reported[], { from, to }: { from: string; to: string }): MethodReport[] {
  const isIn = (at: string) => at >= from && at < to;
  const reports = new Map<PaymentMethod, MethodReport>();
  const of = (method: PaymentMethod) => {
    const report = reports.get(method) ?? { method, count: 0, taken: 0, tips: 0, refunded: 0 };
    reports.set(method, report);
    return report;
  };
  for (const payment of payments) {
    if (payment.paid_at && isIn(timeOfPayment(payment))) {
      const report = of(payment.method);
      report.count += 1;
      report.taken += payment.amount;
      report.tips += payment.tip_amount;
    }
    for (const refund of payment.refunds)
      if (refund.refund_status === 'succeeded' && isIn(refund.settled_at ?? refund.created_at))
        of(payment.method).refunded += refund.amount;
  }
  return [...reports.values()].toSorted((a, b) => b.taken - a.taken);
}

/** What must be in the till besides the float, minor units. */
export const expectedCash = (reports: readonly MethodReport[]): number =>
  reports.filter(({ method }) => method === 'cash').reduce((sum, { taken, refunded }) => sum + taken - refunded, 0);
