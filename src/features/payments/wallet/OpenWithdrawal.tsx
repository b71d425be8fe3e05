import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import type { WithdrawalRequest } from '../../../../contract/withdrawals/rows.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { money } from '../../../lib/money.ts';
import { dateLabel } from '../../../lib/wall-clock.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import settings from '../../../components/settings/settings.module.css';
import { statusLabels } from './labels.ts';
import css from './wallet.module.css';

interface Props {
  withdrawal: WithdrawalRequest;
  isAsking: boolean;
  onCancel: () => void;
}

/** The withdrawal that is under way. It can be cancelled until it is sent. */
export function OpenWithdrawal({ withdrawal, isAsking, onCancel }: Props) {
  const { net_amount, currency, account_label, status, expected_arrival_on: arrival } = withdrawal;
  const isSent = status !== 'pending';
  const why = whyNot('money_out', useIsOnline());
  const whyId = useId();
  return (
    <div className={`g-stack g-gap-8 g-surface-2 g-round-10 ${css.open}`}>
      <p className="g-strong g-ink">
        {money(net_amount, currency)} to <bdi>{account_label}</bdi>
      </p>
      <p>
        {statusLabels[status]}
        {arrival && `, expected ${dateLabel(arrival, arrival)}`}
      </p>
      {!isSent && (
        <Button
          className={settings.open}
          aria-describedby={whyId}
          disabledFocusable={isAsking || why !== null}
          onClick={onCancel}
        >
          Cancel the withdrawal
        </Button>
      )}
      <p id={whyId} className="g-text-13 g-soft" aria-live="polite">
        {isSent ? 'It was sent to the provider and cannot be cancelled.' : why}
      </p>
    </div>
  );
}
