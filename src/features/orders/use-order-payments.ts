import { useLive } from '../../data/live.ts';
import { useLock } from '../../session/kitchen-mode.ts';
import { paymentsOfOrder, type ShownPayment } from '../payments/queries.ts';

/** An order's payments, newest first. A locked kitchen gets none: those of this device may be old, and the order itself says what is paid. */
export function useOrderPayments(orderId: string): ShownPayment[] | undefined {
  const isClosed = useLock() !== null;
  return useLive(async (db) => (isClosed ? [] : paymentsOfOrder(db, orderId)), [orderId, isClosed]);
}
