import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import type { WithdrawalAccount } from '../../../../contract/withdrawals/rows.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { accountLabel, accountStatusLabels } from './labels.ts';
import css from './wallet.module.css';

interface Props {
  accounts: WithdrawalAccount[];
  isAsking: boolean;
  onPrefer: (account: WithdrawalAccount) => void;
  onRemove: (account: WithdrawalAccount) => void;
}

/** The bank accounts, with one explanation for all if none can be changed now. */
export function AccountList({ accounts, isAsking, onPrefer, onRemove }: Props) {
  const why = whyNot('provider_setup', useIsOnline());
  const whyId = useId();
  const isStill = isAsking || why !== null;
  return (
    <>
      <ul>
        {accounts.map((account) => (
          <li key={account.id} className={`g-row g-wrap g-gap-12 g-tall-64 g-pad-y-8 ${css.row}`}>
            <div className="g-grid g-grow g-narrow">
              <span className="g-break g-strong g-ink">
                <bdi>{accountLabel(account)}</bdi>
              </span>
              <span className="g-text-13 g-soft g-break">
                <bdi>{account.account_name}</bdi> · {accountStatusLabels[account.status]}
                {account.is_default && ' · Default'}
              </span>
              {account.rejection_reason && <span className="g-text-13 g-warn">{account.rejection_reason}</span>}
            </div>
            {!account.is_default && (
              <Button
                aria-label={`Use ${accountLabel(account)} by default`}
                aria-describedby={whyId}
                disabledFocusable={isStill}
                onClick={() => onPrefer(account)}
              >
                Use by default
              </Button>
            )}
            <Button
              aria-label={`Remove ${accountLabel(account)}`}
              aria-describedby={whyId}
              disabledFocusable={isStill}
              onClick={() => onRemove(account)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <p id={whyId} className="g-text-13 g-soft" aria-live="polite">
        {why}
      </p>
    </>
  );
}
