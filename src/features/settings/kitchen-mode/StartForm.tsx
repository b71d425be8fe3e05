import { useState } from 'react';
import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import { start as startCall, type PinFor } from '../../../../contract/kitchen-mode/calls.ts';
import { isGuessable } from '../../../../contract/kitchen-mode/rules.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSession } from '../../../session/session.ts';
import { links } from '../../../links.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../components/settings/use-owner-fields.ts';
import { startKitchenMode } from './requests.ts';
import { sayAtTablet } from './labels.ts';
import { failureText } from '../../../api/failure-text.ts';

type FieldName = 'password' | 'pin' | 'again';

/** Asks for the password, and twice for the PIN, because a mistyped PIN would lock people out. */
export function StartForm({ onCancel }: { onCancel: () => void }) {
  const [, navigate] = useLocation();
  const [pinFor, setPinFor] = useState<PinFor>(useSession().kitchenMode?.pinFor ?? 'money');
  const { values, setFaults, field } = useOwnerFields('password', 'pin', 'again');
  const action = useAction(startCall, sayAtTablet);

  async function start() {
    const found = faultsOf(values);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const result = await action.run(() => startKitchenMode(values.password, values.pin, pinFor));
    if (!result) return;
    if (result.ok) {
      showToast({
        title: 'Kitchen mode is on',
        detail: pinFor === 'money' ? 'Money and settings wait for a PIN.' : 'Everything waits for a PIN.',
      });
      return navigate(pinFor === 'money' ? links.kitchen() : links.orders());
    }
    const isOfPin = result.kind === 'refused' && result.error.field_errors?.pin !== undefined;
    setFaults({ [isOfPin ? 'pin' : 'password']: failureText(result, sayAtTablet) });
  }

  return (
    <ActionForm isOfOwner submitLabel="Turn on kitchen mode" action={action} onSend={start} onCancel={onCancel}>
      <TextField
        {...field('password')}
        label="Password"
        hint="Yours, so that nobody else can lock you out."
        autoComplete="current-password"
        takesFocus
      />
      <TextField
        {...field('pin')}
        label="New PIN"
        hint="Your own, four to eight digits. It is also yours on other devices in kitchen mode."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField {...field('again')} label="Confirm new PIN" inputMode="numeric" autoComplete="off" />
      <Field label="What waits for a PIN">
        <RadioGroup value={pinFor} onChange={(_event, { value }) => setPinFor(value as PinFor)}>
          <Radio
            value="money"
            label="Money, prices and settings: orders, availability and chats are open to everybody"
          />
          <Radio value="everything" label="Everything: each person enters their PIN first" />
        </RadioGroup>
      </Field>
    </ActionForm>
  );
}

function faultsOf({ password, pin, again }: Record<FieldName, string>): Partial<Record<FieldName, string>> {
  return {
    ...(password === '' && { password: 'Enter your password.' }),
    ...(!/^\d{4,8}$/.test(pin)
      ? { pin: 'Four to eight digits.' }
      : isGuessable(pin) && { pin: 'Choose a PIN that is harder to guess than 1234.' }),
    ...(pin !== again && { again: 'The two PINs differ.' }),
  };
}
