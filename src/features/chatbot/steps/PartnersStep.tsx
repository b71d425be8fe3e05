import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { PARTNERS_MAX } from '../../../../contract/chatbot/calls.ts';
import { foldName } from '../../../../contract/names.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from '../chatbot.module.css';
import { removePartner, savePartner, skipStep } from '../requests.ts';
import type { StepProps } from './step-props.ts';
import { useAction } from '../../../api/use-action.ts';
import { withScheme } from './FormSteps.tsx';
import { faultOfAddress } from './fault-of-address.ts';
import { SkipButton } from './SkipButton.tsx';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';

/** Where customers can order besides: the bot names these. */
export function PartnersStep({ chatbot, onNext }: StepProps) {
  const sending = useAction();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const isEmpty = name.trim() === '' && address.trim() === '';

  async function save() {
    const faults: Record<string, string> = {};
    if (name.trim() === '') faults.partner_name = 'Required';
    if (address.trim() === '') faults.partner_url = 'Required';
    const partner_url = withScheme(address);
    const fault = partner_url === '' ? null : faultOfAddress(partner_url);
    if (fault) faults.partner_url = fault;
    const isNew = !chatbot.delivery_partners.some((one) => foldName(one.partner_name) === foldName(name));
    if (isNew && chatbot.delivery_partners.length >= PARTNERS_MAX)
      faults.partner_name = `At most ${PARTNERS_MAX} partners`;
    if (Object.keys(faults).length > 0) return sending.show('', faults);
    const body = { partner_name: name, partner_url };
    if (!(await sending.run(() => savePartner(body, chatbot.delivery_partners)))?.ok) return;
    setName('');
    setAddress('');
  }
  return (
    <ActionForm
      className={`g-group ${css.card}`}
      title="Delivery partners"
      submitLabel="Add partner"
      action={sending}
      onSend={save}
      other={chatbot.delivery_partners.length === 0 && <SkipButton action={sending} onSkip={skip} />}
    >
      {chatbot.delivery_partners.length > 0 && (
        <ul className={css.list} aria-label="Delivery partners">
          {chatbot.delivery_partners.map((partner) => (
            <li key={partner.id}>
              <span className="g-break">
                <span className="g-strong">{partner.partner_name}</span> {partner.partner_url}
              </span>
              <Button
                disabledFocusable={sending.isBlocked}
                aria-describedby={sending.stateId}
                aria-label={`Remove ${partner.partner_name}`}
                onClick={() => void sending.run(() => removePartner(partner.id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label="Partner"
        name="partner_name"
        placeholder="Name of the delivery service"
        value={name}
        error={sending.errors.partner_name ?? null}
        onChange={setName}
      />
      <TextField
        label="Your page there"
        name="partner_url"
        type="url"
        placeholder="https://"
        value={address}
        error={sending.errors.partner_url ?? null}
        onChange={setAddress}
      />
      {chatbot.delivery_partners.length > 0 && isEmpty && (
        <div>
          <Button onClick={onNext}>Continue</Button>
        </div>
      )}
    </ActionForm>
  );

  async function skip() {
    if ((await sending.run(() => skipStep('delivery_partners')))?.ok) onNext();
  }
}
