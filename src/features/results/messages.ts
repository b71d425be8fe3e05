import { money } from '../../lib/money.ts';
import type { Payment, Sight } from './watch-payment.ts';

export interface ResultMessages {
  tone: 'busy' | 'offline' | 'ok' | 'calm' | 'warn' | 'bad';
  title: string;
  text: string;
  /** What to do, if anything. */
  next: string | null;
}

interface Situation {
  /** The provider sent the customer to the page for failed payments. */
  isFailurePage: boolean;
  hasReference: boolean;
  isOnline: boolean;
  sight: Sight | null;
}

/**
 * What the page says. The page that was opened only changes the message while waiting: the server knows what happened to the
 * payment.
 */
export function resultMessages({ isFailurePage, hasReference, isOnline, sight }: Situation): ResultMessages {
  if (!hasReference) return withoutReference(isFailurePage);
  const title = isFailurePage ? 'Checking your payment' : 'Confirming your payment';
  if (sight === null)
    return isOnline
      ? { tone: 'busy', title, text: CONFIRMING, next: null }
      : { tone: 'offline', title, text: OFFLINE, next: null };
  if (sight.kind === 'settled') return settledWords(sight.payment);
  if (sight.kind === 'unknown') return unknown;
  if (sight.kind === 'unreached') return unreachedWords(title, isOnline, sight.isOver);
  return sight.isOver ? still : { tone: 'busy', title, text: CONFIRMING, next: null };
}

const still: ResultMessages = {
  tone: 'calm',
  title: 'Not confirmed yet',
  text: 'The payment provider has not told us yet what became of this payment. That can take some minutes.',
  next: 'Looking again costs nothing and pays nothing. You can also come back to this page later.',
};

const CONFIRMING = 'This takes a few seconds. You can reload this page; that pays nothing again.';
const OFFLINE = 'You are offline. This page goes on by itself as soon as there is a network.';

const unknown: ResultMessages = {
  tone: 'warn',
  title: 'No payment to show',
  text: 'There is no payment with this reference. The link may have been cut off.',
  next: 'If money has left your account, the restaurant can look it up for you.',
};

function withoutReference(isFailurePage: boolean): ResultMessages {
  if (!isFailurePage)
    return {
      tone: 'calm',
      title: 'No payment to show',
      text: 'This link has no payment in it.',
      next: 'If you have just paid, the restaurant can tell you whether it has arrived.',
    };
  return {
    tone: 'warn',
    title: 'Payment not completed',
    text: 'This page is for a payment that was not completed. This link has no payment in it.',
    next: 'The restaurant can tell you whether anything has arrived, and how else you can pay.',
  };
}

function unreachedWords(title: string, isOnline: boolean, isOver: boolean): ResultMessages {
  if (!isOnline) return { tone: 'offline', title, text: OFFLINE, next: null };
  if (!isOver)
    return {
      tone: 'offline',
      title,
      text: 'The server cannot be reached. This page tries again by itself.',
      next: null,
    };
  return {
    tone: 'offline',
    title: 'Not confirmed yet',
    text: 'The server cannot be reached, so what became of this payment is not known here.',
    next: 'Try again in a moment. That pays nothing again.',
  };
}

function settledWords(payment: Payment): ResultMessages {
  const what = sumOf(payment);
  const ask = 'You can try again from your order, or ask the restaurant how else you can pay.';
  switch (payment.payment_status) {
    case 'paid':
      return { tone: 'ok', title: 'Payment received', text: `${what} has arrived.`, next: CLOSE };
    case 'authorized':
      return {
        tone: 'ok',
        title: 'Payment approved',
        text: `${what} is set aside by your bank. The restaurant collects it.`,
        next: CLOSE,
      };
    case 'disputed':
      return {
        tone: 'calm',
        title: 'Payment in question',
        text: `${what} had arrived and was questioned at the bank, which is looking into it.`,
        next: null,
      };
    case 'partially_refunded':
      return {
        tone: 'ok',
        title: 'Partly refunded',
        text: `${what} had arrived, and a part of it was given back.`,
        next: 'A refund can take some days to show at your bank.',
      };
    case 'refunded':
      return {
        tone: 'calm',
        title: 'Payment refunded',
        text: `${what} had arrived and was given back.`,
        next: 'A refund can take some days to show at your bank.',
      };
    case 'cancelled':
      return {
        tone: 'warn',
        title: 'Payment not completed',
        text: `The payment of ${what} was cancelled before it was completed.`,
        next: ask,
      };
    // A pending payment is not final and never gets here.
    case 'pending':
      return still;
    case 'failed':
      return {
        tone: 'bad',
        title: 'Payment not completed',
        text: `The payment of ${what} did not go through.`,
        next: ask,
      };
  }
}

const CLOSE = 'You can close this page.';

/** "£23.50 for order 1042 at Spice Route" */
function sumOf({ amount, currency, order_no, restaurant_name }: Payment): string {
  const order = order_no === null ? '' : ` for order ${order_no}`;
  const place = restaurant_name === '' ? '' : ` at ${restaurant_name}`;
  return `${money(amount, currency)}${order}${place}`;
}
