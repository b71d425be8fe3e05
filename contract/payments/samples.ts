import { sampleOf, type Sample } from '../sample.ts';
import * as payments from './calls.ts';
import * as setup from './setup-calls.ts';
import * as reports from './report-calls.ts';
import * as online from './online-calls.ts';

export const samples: Sample[] = [
  sampleOf(payments.list, () => ({ query: { payment_status: 'paid' } })),
  sampleOf(reports.getStatement, ({ now }) => ({ query: { from: now.slice(0, 10), to: now.slice(0, 10) } })),
  sampleOf(reports.getTaxReport, ({ now }) => ({ query: { from: now.slice(0, 10), to: now.slice(0, 10) } })),
  sampleOf(payments.get, ({ paymentId }) => ({ path: { id: paymentId } })),
  sampleOf(payments.take, ({ orderIds, newId }) => ({
    path: { id: orderIds[0]! },
    body: { id: newId(), method: 'cash', amount: 500, tendered_amount: 1000 },
  })),
  sampleOf(payments.writeOff, ({ orderIds }) => ({ path: { id: orderIds[0]! }, body: { is_written_off: false } })),
  sampleOf(online.openLink, ({ orderIds }) => ({ path: { id: orderIds[1]! }, body: { tip_amount: 50 } })),
  sampleOf(online.listLinks, ({ orderIds }) => ({ path: { id: orderIds[1]! } })),
  sampleOf(online.listDifferences, () => ({})),
  sampleOf(setup.openStripeSetup, () => ({ body: {} })),
  sampleOf(payments.refund, ({ paymentId }) => ({
    path: { id: paymentId },
    body: { amount: 40, reason: 'late', expected_refunded_amount: 0 },
  })),
];
