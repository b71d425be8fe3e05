import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newPayment } from '../../../contract/payments/apply.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { id, order } from '../../../tests/support/rows.ts';
import { makeDb, type GalleyDb, type OutboxEntry } from '../../data/db.ts';
import { chosenPayments, readPaymentFilters, writePaymentFilters } from './payment-filters.ts';
import { paymentsCsv } from './csv.ts';
import { allPayments, findPayment, paymentsOfOrder } from './queries.ts';

let db: GalleyDb;

const stored = (n: number, more: Partial<Payment> = {}): Payment => {
  const at = `2026-11-20T1${n}:00:00.000Z`;
  const row = newPayment(
    order(500),
    { method: 'cash', amount: 1000 * n },
    { id: id(n), at, occurredAt: at, actor: null, version: 3, paymentNo: `P-${n}` },
  );
  return { ...row, ...more };
};
const taken = (key: string, more: Partial<OutboxEntry> = {}) =>
  ({
    key,
    call: 'payments.take',
    path: { id: order(500).id },
    body: { id: key, method: 'card', amount: 700 },
    occurredAt: '2026-11-20T19:00:00.000Z',
    deviceName: 'Kitchen tablet',
    touches: [`orders:${order(500).id}`],
    state: 'queued',
    ...more,
  }) as OutboxEntry; // the fields that the queries read

beforeEach(async () => {
  db = makeDb('galley:test', { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.orders.add(order(500));
  await db.payments.bulkAdd([stored(1), stored(2, { order_id: id(77), customer_name: 'Zoë' })]);
});
afterEach(() => db.close());

test('shows money taken offline beside what the server has, newest first', async () => {
  await db.outbox.add(taken(id(9)));
  expect((await allPayments(db)).map((p) => [p.id, p.amount, p.isPending])).toEqual([
    [id(9), 700, true],
    [id(2), 2000, false],
    [id(1), 1000, false],
  ]);
  expect((await paymentsOfOrder(db, order(500).id)).map((p) => p.id)).toEqual([id(9), id(1)]);
  expect(await findPayment(db, id(9))).toMatchObject({ payment_no: '', method: 'card', isPending: true });
});

test('shows a payment once when the server’s row is here before its entry is gone', async () => {
  await db.outbox.add(taken(id(1), { state: 'acked' }));
  expect((await paymentsOfOrder(db, order(500).id)).map((p) => [p.id, p.isPending])).toEqual([[id(1), false]]);
});

test('filters by state, method, day and search, and keeps the filters in the address', async () => {
  const all = await allPayments(db);
  const found = (query: string, paid: { from: string; to: string } | null = null) =>
    chosenPayments(all, readPaymentFilters(query), paid).map((p) => p.payment_no);
  expect(found('')).toEqual(['P-2', 'P-1']);
  expect(found('sort=amount.asc')).toEqual(['P-1', 'P-2']);
  expect(found('search=zoe')).toEqual(['P-2']);
  expect(found('search=p-1')).toEqual(['P-1']);
  expect(found('payment_status=failed')).toEqual([]);
  expect(found('method=cash')).toEqual(['P-2', 'P-1']);
  expect(found('', { from: '2026-11-20T12:00:00.000Z', to: '2026-11-21T00:00:00.000Z' })).toEqual(['P-2']);
  const query =
    '?search=zoe&date=2026-11-20&payment_status=paid%2Crefunded&method=cash&sort=amount.asc&limit=30&page_no=2';
  expect(writePaymentFilters(readPaymentFilters(query))).toBe(query.replace('%2C', ','));
  expect(readPaymentFilters('payment_status=nonsense&date=yesterday&page_no=-3')).toMatchObject({
    states: [],
    date: null,
    page: 1,
  });
});

test('exports amounts as decimals and no formulas', async () => {
  const [first] = await allPayments(db);
  const csv = paymentsCsv([{ ...first!, customer_name: '=1+1' }], {
    timezone: 'Europe/London',
    business_day_cutoff_time: '04:00',
  });
  expect(csv).toContain(
    'P-2,2026-11-20T12:00:00.000Z,2026-11-20 12:00,2026-11-20,148,"\'=1+1",Cash,20.00,0.00,0.00,0.00,20.00,GBP,Paid,'.replace(
      '148',
      first!.order_no,
    ),
  );
});

test('says why a payment is not here', async () => {
  expect(await findPayment(db, id(8))).toBe('coming');
  await db.sync.put({ name: 'isComplete', value: true });
  expect(await findPayment(db, id(8))).toBe('absent');
  vi.spyOn(db.payments, 'count').mockReturnValue(Dexie.Promise.resolve(45_000));
  expect(await findPayment(db, id(8))).toBe('elsewhere');
});
