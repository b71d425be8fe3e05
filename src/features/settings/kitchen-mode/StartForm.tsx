import { useLocation } from 'wouter';
import { start as startCall } from '../../../../contract/kitchen-mode/calls.ts';
import { isGuessable } from '../../../../contract/kitchen-mode/rules.ts';
import { useAction } from '../../../api/use-action.ts';
import { links } from '../../../links.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../components/settings/use-owner-fields.ts';
import { startKitchenMode } from './requests.ts';
import { sayAtTablet } from './labels.ts';
import { failureText } from '../../../api/failure-text.ts';

type Field = 'password' | 'pin' | 'again';

/** Asks for the password, and twice for the PIN, because a mistyped PIN would lock people out. */
export function StartForm({ onCancel }: { onCancel: () => void }) {
  const [, navigate] = useLocation();
  const { values, setFaults, field } = useOwnerFields('password', 'pin', 'again');
  const action = useAction(startCall, sayAtTablet);

  async function start() {
    const found = faultsOf(values);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const result = await action.run(() => startKitchenMode(values.password, values.pin));
    if (!result) return;
    if (result.ok) {
      showToast({ title: 'Kitchen mode is on', detail: 'Money and settings wait for the PIN.' });
      return navigate(links.kitchen());
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
        hint="Four to eight digits."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField {...field('again')} label="Confirm new PIN" inputMode="numeric" autoComplete="off" />
    </ActionForm>
  );
}

function faultsOf({ password, pin, again }: Record<Field, string>): Partial<Record<Field, string>> {
  return {
    ...(password === '' && { password: 'Enter your password.' }),
    ...(!/^\d{4,8}$/.test(pin)
      ? { pin: 'Four to eight digits.' }
      : isGuessable(pin) && { pin: 'Choose a PIN that is harder to guess than 1234.' }),
    ...(pin !== again && { again: 'The two PINs differ.' }),
  };
}
