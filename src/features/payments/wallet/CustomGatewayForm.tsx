import { useState } from 'react';
import { Switch } from '@fluentui/react-components';
import { saveCustomGateway, type WalletProvider } from '../../../../contract/settings/wallet-provider-calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { whyRefused } from './provider-labels.ts';
import { saveGateway } from './provider-requests.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';

const LEAST_SECRET = 16;

/** A payment service of the restaurant's own. The secret is entered and never shown again. */
export function CustomGatewayForm({ former, onClose }: { former: WalletProvider | null; onClose: () => void }) {
  const details = former?.details ?? {};
  const hasSecret = Boolean(details.secret_last4);
  const { values, field, isReady, refuse } = useForm(
    {
      provider_name: String(details.provider_name ?? ''),
      public_key: String(details.public_key ?? ''),
      secret_key: '',
      mode: details.mode === 'live' ? 'live' : 'test',
    },
    {
      provider_name: (value) => (value.trim() === '' ? 'Enter the name of the gateway' : null),
      secret_key: (value) =>
        (value === '' && hasSecret) || value.trim().length >= LEAST_SECRET
          ? null
          : `Enter the secret key: at least ${LEAST_SECRET} letters, digits and signs`,
    },
  );
  const [isActive, setIsActive] = useState(details.is_active !== false);
  const action = useAction(saveCustomGateway, whyRefused);

  async function save(form: HTMLFormElement) {
    if (!isReady(form)) return;
    const { provider_name, public_key, secret_key } = values;
    const entry = {
      provider_name: provider_name.trim(),
      public_key: public_key.trim(),
      ...(secret_key !== '' && { secret_key: secret_key.trim() }),
      is_active: isActive,
      mode: values.mode === 'live' ? ('live' as const) : ('test' as const),
    };
    const result = await action.run(() => saveGateway(entry));
    if (!result?.ok) {
      if (refuse(result?.error.field_errors, form)) action.show();
      return;
    }
    const detail = result.data.status === 'verified' ? undefined : 'Now send a signed ping to the webhook address.';
    showToast({ title: 'Gateway saved', ...(detail && { detail }) });
    onClose();
  }

  return (
    <ActionForm
      label="Your own gateway"
      submitLabel="Save gateway"
      action={action}
      onSend={(form) => void save(form)}
      onCancel={onClose}
    >
      <TextField {...field('provider_name')} label="Name of the gateway" required />
      <TextField {...field('public_key')} label="Public key (optional)" autoComplete="off" />
      <TextField
        {...field('secret_key')}
        label="Secret key"
        type="password"
        // Keep browsers from filling in the owner's own password.
        autoComplete="new-password"
        required={!hasSecret}
        hint={
          hasSecret
            ? `Kept, ends with ${String(details.secret_last4)}. Leave this empty to keep it.`
            : 'It signs what the gateway sends. It is kept encrypted and never shown again.'
        }
      />
      <SelectField
        {...field('mode')}
        label="Mode"
        choices={[
          ['test', 'Test'],
          ['live', 'Live'],
        ]}
      />
      <Switch label="In use" checked={isActive} onChange={(_event, data) => setIsActive(data.checked)} />
    </ActionForm>
  );
}
