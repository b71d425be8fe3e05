import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowExit20Regular } from '@fluentui/react-icons';
import { cancel as cancelCall } from '../../../../contract/withdrawals/calls.ts';
import { isPayable } from '../../../../contract/withdrawals/rows.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { showRefused, showToast } from '../../../ui/page/toast.ts';
import settings from '../../../components/settings/settings.module.css';
import { OpenWithdrawal } from './OpenWithdrawal.tsx';
import { cancelWithdrawal, type WalletPage } from './requests.ts';
import { whyRefused } from './labels.ts';
import { WithdrawForm } from './WithdrawForm.tsx';

interface Props {
  page: WalletPage;
  /** Something changed at the server. */
  onChange: () => void;
}

/** The withdrawal that is under way, or a button for one. */
export function MoneyOut({ page, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const action = useAction(cancelCall);
  const why = action.why ?? whyNothing(page);
  const whyId = useId();

  async function cancel(id: string) {
    const result = await action.run(() => cancelWithdrawal(id));
    if (!result) return;
    if (result.ok) showToast({ title: 'Withdrawal cancelled', detail: 'The money is in your wallet again.' });
    else showRefused('Not cancelled', failureText(result, whyRefused));
    onChange();
  }

  if (page.open) {
    const { id } = page.open;
    return <OpenWithdrawal withdrawal={page.open} isAsking={action.isSending} onCancel={() => void cancel(id)} />;
  }
  if (isOpen)
    return (
      <WithdrawForm
        page={page}
        onClose={() => {
          setIsOpen(false);
          onChange();
        }}
      />
    );
  return (
    <>
      <Button
        appearance="primary"
        className={settings.open}
        icon={<ArrowExit20Regular />}
        aria-describedby={whyId}
        disabledFocusable={why !== null}
        onClick={() => setIsOpen(true)}
      >
        Withdraw
      </Button>
      <p id={whyId} className="g-text-13 g-soft" aria-live="polite">
        {why}
      </p>
    </>
  );
}

function whyNothing({ provider, accounts, wallet }: WalletPage): string | null {
  if (provider === null) return 'Set up a payment provider below to take payments online and be paid out.';
  if (!accounts.some(isPayable)) return 'Add a bank account first.';
  if (wallet.available_amount < 0)
    return 'Refunds and disputes took more than was there. The provider takes the rest from your next payments.';
  return wallet.available_amount < wallet.min_withdrawal_amount ? 'There is nothing to withdraw yet.' : null;
}
