import type { ReactNode } from 'react';
import type { Mirrored } from '../../data/db.ts';
import { money } from '../../lib/money.ts';
import { useOrderPayments } from './use-order-payments.ts';
import { mayOweMoney, moneyBackHere } from './money-back.ts';

interface Props {
  order: Mirrored<'orders'>;
  /** Shown for an order that owes its guest nothing. */
  otherwise?: ReactNode;
}

/** "£10.00 to give back", or "on its way back": what an ended order still has of its guest's money. */
export const MoneyBackMark = ({ order, otherwise = null }: Props) =>
  mayOweMoney(order) ? <Mark order={order} otherwise={otherwise} /> : otherwise;

function Mark({ order, otherwise }: Props) {
  const payments = useOrderPayments(order.id);
  const back = payments && moneyBackHere(order, payments);
  if (!back) return otherwise;
  const { owed, returning } = back;
  return owed > 0 ? (
    <span className="g-strong g-warn">{money(owed, order.currency)} to give back</span>
  ) : (
    <span>{money(returning, order.currency)} on its way back</span>
  );
}
