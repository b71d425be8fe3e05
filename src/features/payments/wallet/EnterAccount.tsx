import { useState } from 'react';
import { Field, Select } from '@fluentui/react-components';
import { AccountNumber, listBanks, resolveAccount } from '../../../../contract/withdrawals/calls.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useQuery } from '../../../api/use-server-data.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { whyRefused } from './labels.ts';
import { checkAccount } from './requests.ts';

export interface EnteredAccount {
  bank_code: string;
  bank_name: string;
  account_number: string;
  /** Null: the provider cannot tell beforehand. */
  account_name: string | null;
}

interface Props {
  onEntered: (account: EnteredAccount) => void;
  onClose: () => void;
}

/** Bank and number. Where the provider has no list of banks, the sort code is typed. */
export function EnterAccount({ onEntered, onClose }: Props) {
  const { answer } = useQuery(listBanks, {});
  const banks = answer?.ok ? answer.data : [];
  const [code, setCode] = useState('');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string | null>(null);
  const action = useAction(resolveAccount, whyRefused);

  async function check() {
    if (number.trim() === '') return setError('Enter the account number.');
    const checked = AccountNumber.safeParse(number);
    if (!checked.success) return setError(`${checked.error.issues[0]!.message}.`);
    if (banks.length > 0 && code === '') return setError('Choose the bank.');
    const account = { bank_code: code.trim(), account_number: number.trim() };
    const result = await action.run(() => checkAccount(account));
    if (!result) return;
    if (!result.ok) return setError(failureText(result, whyRefused));
    const bank_name = banks.find(({ bank_code }) => bank_code === code)?.bank_name ?? '';
    onEntered({ ...account, bank_name, account_name: result.data.account_name });
  }

  return (
    <ActionForm isOfOwner submitLabel="Check the account" action={action} onSend={check} onCancel={onClose}>
      {banks.length > 0 ? (
        <Field label="Bank">
          <Select value={code} onChange={(_event, data) => setCode(data.value)}>
            <option value="">Choose</option>
            {banks.map((bank) => (
              <option key={`${bank.bank_code} ${bank.bank_name}`} value={bank.bank_code}>
                {bank.bank_name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <TextField
          name="bank_code"
          label="Sort code or routing number"
          value={code}
          onChange={setCode}
          autoComplete="off"
          hint="Leave it empty if you enter an IBAN."
        />
      )}
      <TextField
        name="account_number"
        label="Account number or IBAN"
        value={number}
        error={error}
        hint="It goes to the payment provider. Galley keeps the last four digits."
        autoComplete="off"
        onChange={(value) => {
          setNumber(value);
          setError(null);
        }}
      />
    </ActionForm>
  );
}
