import type { WithdrawalRequest } from '../../../../contract/withdrawals/rows.ts';
import { money } from '../../../lib/money.ts';
import { untilLabel } from '../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import settings from '../../../components/settings/settings.module.css';
import { statusLabels, whyFailed } from './labels.ts';
import css from './wallet.module.css';

/** Withdrawals, newest first, and why money came back. */
export function WithdrawalHistory({ history }: { history: WithdrawalRequest[] }) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  return (
    <section className={`g-group ${settings.card}`} aria-labelledby="withdrawals-card">
      <h3 className="g-group-title" id="withdrawals-card">
        Withdrawals
      </h3>
      <ul>
        {history.map((one) => (
          <li key={one.id} className={`g-stack g-gap-4 g-pad-y-8 ${css.row}`}>
            <span className="g-row g-spread g-gap-12">
              <span className="g-strong g-ink g-digits">{money(one.amount, one.currency)}</span>
              <span className={`g-badge g-pad-x-8 ${toneOf(one.status)}`}>{statusLabels[one.status]}</span>
            </span>
            <span className="g-text-13 g-soft g-break">
              {untilLabel(one.requested_at, timezone, now)} · <bdi>{one.account_label}</bdi> · {one.reference}
              {one.fee_amount > 0 && ` · fee ${money(one.fee_amount, one.currency)}`}
            </span>
            {whyFailed(one) && <span className="g-text-13 g-warn">{whyFailed(one)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function toneOf(status: WithdrawalRequest['status']): string {
  if (status === 'paid') return 'g-tone-ok';
  if (status === 'failed' || status === 'reversed') return 'g-tone-bad';
  return status === 'cancelled' ? 'g-surface-3' : 'g-tone-info';
}
