import type { FormEvent } from 'react';
import { Button } from '@fluentui/react-components';
import { RendaConfig, saveRenda, type DeliveryPartner } from '../../../contract/delivery-partners/calls.ts';
import { send } from '../../api/send.ts';
import { useAction } from '../../api/use-action.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { showToast } from '../../ui/page/toast.ts';
import { useForm } from '../../ui/form/use-form.ts';
import css from './channels.module.css';
import { whyFailed } from './labels.ts';

interface Props {
  partner: DeliveryPartner | null;
  onClose: (isSaved: boolean) => void;
}

/** Secrets that are left empty stay as they are. */
export function DeliveryPartnerForm({ partner, onClose }: Props) {
  const { values, field, isReady, refuse } = useForm(
    {
      base_url: partner?.base_url ?? '',
      api_key: '',
      health_path: partner?.health_path ?? '',
      pickup_location_id: partner?.pickup_location_id ?? '',
      webhook_secret: '',
    },
    { api_key: faultOf('api_key'), health_path: faultOf('health_path'), webhook_secret: faultOf('webhook_secret') },
  );
  const { run, isSending, isBlocked, why, fault, stateId, show } = useAction(saveRenda, whyFailed);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBlocked || !isReady(form)) return;
    const body = {
      base_url: values.base_url.trim() || null,
      health_path: values.health_path.trim() || null,
      pickup_location_id: values.pickup_location_id.trim() || null,
      ...(values.api_key.trim() && { api_key: values.api_key.trim() }),
      ...(values.webhook_secret.trim() && { webhook_secret: values.webhook_secret.trim() }),
    };
    const result = await run(() => send(saveRenda, { body }));
    if (result?.ok) {
      showToast({ title: 'Renda is saved', detail: 'Not verified: its interface is not public.' });
      onClose(true);
    } else if (refuse(result?.error.field_errors, form)) show();
  }

  const secretHint = (isKept: boolean | undefined) =>
    isKept ? 'One is kept. Leave this empty to keep it.' : 'It is kept encrypted and never shown again.';
  return (
    <form
      className={`g-stack g-gap-16 g-max-480 ${css.form}`}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void save(event)}
    >
      <TextField {...field('base_url')} label="Address" inputMode="url" hint="It begins with https://" takesFocus />
      <TextField
        {...field('api_key')}
        label="API key"
        type="password"
        autoComplete="new-password"
        hint={secretHint(partner?.has_api_key)}
      />
      <TextField {...field('pickup_location_id')} label="Pickup location ID" />
      <TextField
        {...field('webhook_secret')}
        label="Webhook secret"
        type="password"
        autoComplete="new-password"
        hint={secretHint(partner?.has_webhook_secret)}
      />
      <TextField
        {...field('health_path')}
        label="Health path"
        hint="Such as /health. If there is one, Galley checks once whether it answers."
      />
      <p className={css.fault} aria-live="assertive">
        {fault}
      </p>
      <p id={stateId} className={css.why} aria-live="polite">
        {why}
      </p>
      <div className="g-flex g-wrap g-gap-12">
        <Button type="submit" appearance="primary" aria-describedby={stateId} disabledFocusable={isBlocked}>
          Save Renda
        </Button>
        <Button disabledFocusable={isSending} onClick={() => onClose(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The contract's rule for a field; empty is fine. */
const faultOf =
  (name: 'api_key' | 'health_path' | 'webhook_secret') =>
  (value: string): string | null =>
    value.trim() === '' ? null : (RendaConfig.shape[name].safeParse(value).error?.issues[0]?.message ?? null);
