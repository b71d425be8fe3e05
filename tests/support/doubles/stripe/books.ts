import type Stripe from 'stripe';
import { makeBooked } from './objects.ts';
import type { Store } from './store.ts';

const DAYS_UNTIL_AVAILABLE = 2;
const DAY_SECONDS = 86_400;

interface Booking {
  type: Stripe.BalanceTransaction.Type;
  amount: number;
  fee?: number;
  source: string;
  currency: string;
  /** Of a payment: at once. */
  isAvailable?: boolean;
}

/** Moves the balance of an account. Only payments take days until they are available. */
export function book(
  store: Store,
  account: string | null,
  { type, fee = 0, isAvailable = type !== 'charge', ...rest }: Booking,
): Stripe.BalanceTransaction {
  const created = store.now();
  const available_on = isAvailable ? created : created + DAYS_UNTIL_AVAILABLE * DAY_SECONDS;
  return store.put(account, makeBooked({ ...rest, type, fee, created, available_on }));
}

export function bookedBy(store: Store, account: string | null, currency: string) {
  const all = store
    .all<Stripe.BalanceTransaction>(account, 'balance_transaction')
    .filter((booked) => booked.currency === currency);
  const sum = (rows: typeof all) => rows.reduce((total, { net }) => total + net, 0);
  const isAvailable = ({ available_on: on }: Stripe.BalanceTransaction) => on <= store.now();
  return { available: sum(all.filter(isAvailable)), pending: sum(all.filter((booked) => !isAvailable(booked))) };
}
