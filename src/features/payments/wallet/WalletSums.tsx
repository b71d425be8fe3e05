import type { Wallet } from '../../../../contract/withdrawals/calls.ts';
import { money } from '../../../lib/money.ts';
import { untilLabel } from '../../../lib/wall-clock.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import css from './wallet.module.css';

interface Props {
  wallet: Wallet;
  /** When the server said it, ms. */
  readAt: number;
  now: number;
}

/** What can be withdrawn, what follows, and what is on its way, with the time of it. */
export function WalletSums({ wallet, readAt, now }: Props) {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const sums = [
    ['Available to withdraw', wallet.available_amount],
    ['Pending at the provider', wallet.pending_amount],
    ['Being withdrawn', wallet.reserved_amount],
  ] as const;
  return (
    <>
      <dl className={`g-grid g-gap-12 ${css.sums}`}>
        {sums.map(([label, amount]) => (
          <div key={label}>
            <dt className="g-text-13 g-soft">{label}</dt>
            <dd className={`g-heavy g-ink g-digits ${css.sum}`}>{money(amount, wallet.currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="g-text-13 g-faint">As of {untilLabel(readAt, timezone, now)}</p>
    </>
  );
}
