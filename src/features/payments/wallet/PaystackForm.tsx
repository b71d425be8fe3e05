import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  AccountNumber,
  BankCode,
  connectPaystack as connectCall,
  listPaystackBanks,
  PAPERS,
  type WalletProvider,
} from '../../../../contract/settings/wallet-provider-calls.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useQuery } from '../../../api/use-server-data.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { describeShares, parseShare, whyRefused } from './provider-labels.ts';
import { connectPaystack, verifyAccount } from './provider-requests.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import css from './providers.module.css';

/** A bank account whose holder the owner has seen. */
interface Checked {
  bank_code: string;
  account_number: string;
  name: string | null;
}

/** Connects the restaurant with Paystack. The holder's name is shown before anything is saved. */
export function PaystackForm({ provider, onClose }: { provider: WalletProvider; onClose: () => void }) {
  const { answer } = useQuery(listPaystackBanks, {});
  const restaurant = useRestaurant();
  const { values, field, isReady, refuse } = useForm(
    {
      business_name: String(provider.details.business_name ?? restaurant?.name ?? ''),
      bank_code: '',
      account_number: '',
      share: String(Number(provider.details.percentage_charge_bp ?? provider.platform_fee_bp) / 100),
    },
    {
      business_name: (value) => (value.trim() === '' ? 'Enter the name of the business' : null),
      bank_code: (value) => BankCode.safeParse(value).error?.issues[0]?.message ?? null,
      account_number: (value) => AccountNumber.safeParse(digitsOf(value)).error?.issues[0]?.message ?? null,
      share: (value) => faultOfShare(value, provider.platform_fee_bp),
    },
  );
  const [documents, setDocuments] = useState<File[]>([]);
  const [checked, setChecked] = useState<Checked | null>(null);
  const action = useAction(connectCall, whyRefused);

  const account = { bank_code: values.bank_code, account_number: digitsOf(values.account_number) };
  const isChecked = checked?.bank_code === account.bank_code && checked.account_number === account.account_number;
  const share = parseShare(values.share);

  async function check(form: HTMLFormElement) {
    if (action.isBlocked || !isReady(form)) return;
    const result = await action.run(() => verifyAccount(account));
    if (result?.ok) setChecked({ ...account, name: result.data.account_name });
    else if (refuse(result?.error.field_errors, form)) action.show();
  }

  async function connect(form: HTMLFormElement) {
    if (!isReady(form) || share === null) return;
    if (!isChecked) return action.show('Check the account number first.');
    const entry = { ...account, business_name: values.business_name.trim(), percentage_charge_bp: share };
    const result = await action.run(() => connectPaystack(entry, documents));
    if (!result?.ok) {
      if (refuse(result?.error.field_errors, form)) action.show();
      return;
    }
    showToast({ title: 'Paystack is connected' });
    onClose();
  }

  const banks = answer?.ok ? answer.data : [];
  return (
    <ActionForm
      label="Paystack"
      submitLabel="Connect Paystack"
      action={action}
      onSend={(form) => void connect(form)}
      onCancel={onClose}
    >
      <TextField {...field('business_name')} label="Business name" required />
      <SelectField
        {...field('bank_code')}
        label="Bank"
        hint={answer?.ok === false ? failureText(answer, whyRefused) : 'Where Paystack pays you out.'}
        choices={[
          ['', answer === null ? 'Loading banks' : 'Choose a bank'],
          ...banks.map(({ bank_code, bank_name }) => [bank_code, bank_name] as const),
        ]}
      />
      <TextField
        {...field('account_number')}
        label="Account number"
        inputMode="numeric"
        required
        hint="It goes to Paystack. Galley keeps the last four digits only."
      />
      <Button
        className={css.check}
        aria-describedby={action.stateId}
        disabledFocusable={action.isBlocked}
        onClick={(event) => void check(event.currentTarget.form!)} // it is in the form
      >
        Check account number
      </Button>
      <p aria-live="polite" className={css.holder}>
        {isChecked &&
          (checked.name === null ? (
            'The bank tells no name in this country. Compare the number with your statement.'
          ) : (
            <>
              The account belongs to <strong>{checked.name}</strong>.
            </>
          ))}
      </p>
      <TextField
        {...field('share')}
        label="Galley’s share of each payment, in %"
        inputMode="decimal"
        hint={share === null ? '' : `${describeShares(share)}, before Paystack’s own fee.`}
      />
      <label className="g-stack g-gap-4">
        <span className="g-strong">Documents (optional)</span>
        <input
          type="file"
          multiple
          accept="application/pdf,image/jpeg,image/png"
          onChange={(event) => setDocuments([...(event.currentTarget.files ?? [])].slice(0, PAPERS.files))}
        />
        <span className="g-text-13 g-soft">PDF, JPEG or PNG, such as the certificate of registration.</span>
      </label>
    </ActionForm>
  );
}

function faultOfShare(text: string, leastBp: number): string | null {
  const share = parseShare(text);
  if (share === null) return 'Enter a share from 0 to 100 %';
  return share < leastBp ? `At least ${leastBp / 100} %` : null;
}

const digitsOf = (text: string) => text.replaceAll(/[\s-]/g, '');
