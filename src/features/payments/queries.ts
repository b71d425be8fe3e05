import { newPayment, type TakeBody } from '../../../contract/payments/apply.ts';
import { MIRROR_PAYMENTS } from '../../../contract/limits.ts';
import { take } from '../../../contract/payments/calls.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import type { GalleyDb, OutboxEntry } from '../../data/db.ts';
import { isOf } from '../../data/mutation.ts';

/** `isPending`: taken on this device, and not at the server yet. */
export type ShownPayment = Payment & { isPending: boolean };

/** A device with fewer has all of them. */
const MIRROR_PAYMENTS_SURE = MIRROR_PAYMENTS * 0.9;

/** When it was paid or, unless it was, begun; ISO. */
export const timeOfPayment = (payment: Pick<Payment, 'paid_at' | 'created_at'>): string =>
  payment.paid_at ?? payment.created_at;

/** All payments of this device, newest first. */
export const allPayments = async (db: GalleyDb): Promise<ShownPayment[]> =>
  withPending(await db.payments.toArray(), await pendingPayments(db));

/** The payments of an order, newest first. */
export async function paymentsOfOrder(db: GalleyDb, orderId: string): Promise<ShownPayment[]> {
  const pending = await pendingPayments(db);
  return withPending(
    await db.payments.where('order_id').equals(orderId).toArray(),
    pending.filter((payment) => payment.order_id === orderId),
  );
}

/**
 * A payment of this device, or why it is not here. `coming`: the first sync is not complete. `absent`: this device has all payments.
 * `elsewhere`: it may be older than what this device keeps.
 */
export async function findPayment(db: GalleyDb, id: string): Promise<ShownPayment | 'coming' | 'absent' | 'elsewhere'> {
  const stored = await db.payments.get(id);
  if (stored) return { ...stored, isPending: false };
  const pending = (await pendingPayments(db)).find((payment) => payment.id === id);
  if (pending) return pending;
  const [isComplete, count] = await Promise.all([db.sync.get('isComplete'), db.payments.count()]);
  if (count >= MIRROR_PAYMENTS_SURE) return 'elsewhere';
  return isComplete?.value === true ? 'absent' : 'coming';
}

function withPending(stored: Payment[], pending: ShownPayment[]): ShownPayment[] {
  const ids = new Set(stored.map(({ id }) => id));
  return [
    ...stored.map((payment) => ({ ...payment, isPending: false })),
    // The server's row may be here before the entry is deleted.
    ...pending.filter(({ id }) => !ids.has(id)),
  ].sort((a, b) => (timeOfPayment(a) < timeOfPayment(b) ? 1 : -1));
}

/** Money that was taken here and that the server has not recorded: the row as it will be. */
async function pendingPayments(db: GalleyDb): Promise<ShownPayment[]> {
  const entries = await db.outbox.filter((entry) => isOf(take, entry)).toArray();
  const orders = await db.orders.bulkGet(entries.map((entry) => entry.path.id ?? ''));
  return entries.flatMap((entry, i) => {
    const order = orders[i];
    return order ? [{ ...newPayment(order, entry.body as TakeBody, valuesOf(entry)), isPending: true }] : [];
  });
}

const valuesOf = ({ key, body, occurredAt, deviceName }: OutboxEntry) => ({
  id: typeof body.id === 'string' ? body.id : key,
  at: occurredAt,
  occurredAt,
  actor: { kind: 'user' as const, id: null, name: deviceName },
  version: 0,
  paymentNo: '',
});
