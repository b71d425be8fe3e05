import { useState } from 'react';
import { Field, Select } from '@fluentui/react-components';
import { request as withdrawCall } from '../../../../contract/withdrawals/calls.ts';
import { feeOf } from '../../../../contract/withdrawals/fee.ts';
import { isPayable } from '../../../../contract/withdrawals/rows.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { decimal, money, parseMoney } from '../../../lib/money.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../components/settings/use-owner-fields.ts';
import { accountLabel, isOfPassword, whyRefused } from './labels.ts';
import { withdraw, type WalletPage } from './requests.ts';

interface Props {
  page: Pick<WalletPage, 'wallet' | 'accounts'>;
  onClose: () => void;
}

/** Amount, account and password. What arrives is shown before it is sent. */
export function WithdrawForm({ page: { wallet, accounts }, onClose }: Props) {
  const { currency, min_withdrawal_amount: min } = wallet;
  const max = Math.min(wallet.available_amount, wallet.max_withdrawal_amount);
  const payable = accounts.filter(isPayable);
  const [text, setText] = useState(decimal(max, currency));
  const [accountId, setAccountId] = useState(payable[0]?.id ?? '');
  const [amountError, setAmountError] = useState<string | null>(null);
  const action = useAction(withdrawCall);
  const { values, setFaults, field } = useOwnerFields('password');
  const amount = parseMoney(text, currency);
  const isValid = amount !== null && amount >= min && amount <= max;
  const fee = isValid ? feeOf(amount, wallet) : 0;

  async function submit() {
    if (!isValid) return setAmountError(`Enter an amount from ${money(min, currency)} to ${money(max, currency)}.`);
    if (values.password === '') return setFaults({ password: 'Enter your password.' });
    const result = await action.run(() =>
      withdraw({ amount, withdrawal_account_id: accountId, password: values.password }),
    );
    if (!result) return;
    if (result.ok) {
      showToast({ title: `${money(result.data.net_amount, currency)} on the way`, detail: result.data.account_label });
      return onClose();
    }
    const text = failureText(result, whyRefused);
    if (isOfPassword(result)) setFaults({ password: text });
    else setAmountError(text);
  }

  return (
    <ActionForm
      isOfOwner
      submitLabel={isValid ? `Withdraw ${money(amount, currency)}` : 'Withdraw'}
      cancelLabel="Not now"
      action={action}
      onSend={submit}
      onCancel={onClose}
    >
      <TextField
        name="amount"
        label="Amount"
        inputMode="decimal"
        value={text}
        error={amountError}
        hint={
          isValid && fee > 0
            ? `${money(amount - fee, currency)} arrives, after a fee of ${money(fee, currency)}.`
            : `From ${money(min, currency)} to ${money(max, currency)}. ${fee === 0 ? 'There is no fee.' : ''}`
        }
        onChange={(value) => {
          setText(value);
          setAmountError(null);
        }}
      />
      <Field label="To">
        <Select value={accountId} onChange={(_event, data) => setAccountId(data.value)}>
          {payable.map((account) => (
            <option key={account.id} value={account.id}>
              {accountLabel(account)}, {account.account_name}
            </option>
          ))}
        </Select>
      </Field>
      <TextField {...field('password')} label="Your password" autoComplete="current-password" />
    </ActionForm>
  );
}
