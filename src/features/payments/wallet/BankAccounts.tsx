import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { makeDefault } from '../../../../contract/withdrawals/calls.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import type { Result } from '../../../api/send.ts';
import { showRefused, showToast } from '../../../ui/page/toast.ts';
import settings from '../../../components/settings/settings.module.css';
import { AccountList } from './AccountList.tsx';
import { AddAccount } from './AddAccount.tsx';
import { accountLabel, whyRefused } from './labels.ts';
import { forgetAccount, preferAccount, type WalletPage } from './requests.ts';

interface Props {
  page: Pick<WalletPage, 'accounts' | 'provider'>;
  onChange: () => void;
}

/** Where money can be sent. */
export function BankAccounts({ page: { accounts, provider }, onChange }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const action = useAction(makeDefault);

  async function change(done: string, failed: string, request: () => Promise<Result<unknown>>) {
    const result = await action.run(request);
    if (!result) return;
    if (result.ok) showToast({ title: done });
    else showRefused(failed, failureText(result, whyRefused));
    onChange();
  }

  return (
    <section className={`g-group ${settings.card}`} aria-labelledby="accounts-card">
      <h3 className="g-group-title" id="accounts-card">
        Bank accounts
      </h3>
      {accounts.length === 0 && <p>No bank account yet. Withdrawals go to the account that you add here.</p>}
      {accounts.length > 0 && (
        <AccountList
          accounts={accounts}
          isAsking={action.isSending}
          onPrefer={(account) =>
            void change(`${accountLabel(account)} is used by default`, 'Not changed', () => preferAccount(account.id))
          }
          onRemove={(account) =>
            void change(`${accountLabel(account)} removed`, 'Not removed', () => forgetAccount(account.id))
          }
        />
      )}
      {isAdding ? (
        <AddAccount
          onClose={() => {
            setIsAdding(false);
            onChange();
          }}
        />
      ) : (
        <Button
          className={settings.open}
          icon={<Add20Regular />}
          disabled={provider === null}
          onClick={() => setIsAdding(true)}
        >
          Add a bank account
        </Button>
      )}
    </section>
  );
}
