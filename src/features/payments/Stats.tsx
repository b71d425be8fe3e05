import type { PaymentStats } from '../../../contract/payments/calls.ts';
import { money } from '../../lib/money.ts';
import css from './payments.module.css';

interface Props {
  stats: PaymentStats | null;
  /** Why there are no sums yet. */
  missing: string;
  /** Taken on this device and not at the server yet, minor units. */
  pending: number;
  currency: string;
}

/** Four sums above the list. They are the server's, so they say when they are not known. */
export function Stats({ stats, missing, pending, currency }: Props) {
  const sum = (value: number | undefined) => (value === undefined ? '–' : money(value, currency));
  return (
    <dl className={`g-grid g-rigid g-gap-12 ${css.stats}`}>
      <Stat label="Available to withdraw" value={sum(stats?.wallet_balance)}>
        {stats ? 'Collected by payment providers' : missing}
      </Stat>
      <Stat label="On its way to the wallet" value={sum(stats?.pending_balance)}>
        {stats ? '' : missing}
      </Stat>
      <Stat label="Sales, all time" value={sum(stats?.total_sales)}>
        {pending > 0 ? `and ${money(pending, currency)} not sent yet` : stats ? 'Cash and cards, with tips' : missing}
      </Stat>
      <Stat label="Withdrawn" value={sum(stats?.total_amount_withdrawn)}>
        {stats ? '' : missing}
      </Stat>
    </dl>
  );
}

function Stat({ label, value, children }: { label: string; value: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={`g-heavy g-ink ${css.value}`}>{value}</dd>
      {children && <dd className={css.hint}>{children}</dd>}
    </div>
  );
}
