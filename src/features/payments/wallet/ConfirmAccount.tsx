import { useState } from 'react';
import { addAccount } from '../../../../contract/withdrawals/calls.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../components/settings/use-owner-fields.ts';
import type { EnteredAccount } from './EnterAccount.tsx';
import { accountLabel, isOfPassword, whyRefused } from './labels.ts';
import { saveAccount } from './requests.ts';

interface Props {
  entered: EnteredAccount;
  onBack: () => void;
  onDone: () => void;
}

/** Shows whose account it is, and asks for the password before it is added. */
export function ConfirmAccount({ entered, onBack, onDone }: Props) {
  const [holder, setHolder] = useState(entered.account_name ?? '');
  const [error, setError] = useState<string | null>(null);
  const action = useAction(addAccount);
  const { values, setFaults, field } = useOwnerFields('password');

  async function add() {
    if (holder.trim() === '') return setError('Enter the holder’s name.');
    if (values.password === '') return setFaults({ password: 'Enter your password.' });
    const result = await action.run(() => saveAccount({ ...entered, account_name: holder, password: values.password }));
    if (!result) return;
    if (result.ok) {
      showToast({ title: `${accountLabel(result.data)} added` });
      return onDone();
    }
    const text = failureText(result, whyRefused);
    if (isOfPassword(result)) setFaults({ password: text });
    else setError(text);
  }

  return (
    <ActionForm
      isOfOwner
      submitLabel="Add the account"
      cancelLabel="Back"
      action={action}
      onSend={add}
      onCancel={onBack}
    >
      <p>
        {entered.bank_name && <bdi>{entered.bank_name} </bdi>}…{entered.account_number.slice(-4)}
      </p>
      <TextField
        name="account_name"
        label="Account holder"
        value={holder}
        error={error}
        readOnly={entered.account_name !== null}
        hint={
          entered.account_name === null
            ? 'Exactly as the bank writes it.'
            : 'The bank says so. Go back if this is not your account.'
        }
        onChange={(value) => {
          setHolder(value);
          setError(null);
        }}
      />
      <TextField {...field('password')} label="Your password" autoComplete="current-password" takesFocus />
    </ActionForm>
  );
}
