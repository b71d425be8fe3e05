import { useState } from 'react';
import { PASSKEY_NAME_MAX } from '../../../../../contract/limits.ts';
import { beginRegistration, type Passkey } from '../../../../../contract/settings/passkey-calls.ts';
import { clip } from '../../../../../contract/clip.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { useAction } from '../../../../api/use-action.ts';
import { createPasskey, type PasskeyFailure } from '../../../../api/webauthn.ts';
import { useSession } from '../../../../session/session.ts';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { ActionForm } from '../../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../../components/settings/use-owner-fields.ts';
import { whyFailed } from './why-failed.ts';
import { beginPasskey, finishPasskey } from './requests.ts';

interface Props {
  onDone: (added: Passkey) => void;
  onCancel: () => void;
}

type Faults = { name?: string; current_password?: string; code?: string };

/** Asks for the password and, while two-factor sign-in is on, for a code; then the browser creates the passkey. */
export function AddForm({ onDone, onCancel }: Props) {
  const { deviceName } = useSession();
  const { values, setFaults, field } = useOwnerFields('current_password', 'code');
  const [name, setName] = useState(clip(deviceName, PASSKEY_NAME_MAX, ''));
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const action = useAction(beginRegistration);

  /** What is wrong at which field, or the passkey. */
  async function add(): Promise<Faults | Passkey> {
    if (name.trim() === '') return { name: 'Enter a name.' };
    if (values.current_password === '') return { current_password: 'Enter your password.' };
    const code = values.code.trim();
    const begun = await beginPasskey({ current_password: values.current_password, ...(code && { code }) });
    if (!begun.ok) {
      const isCode = begun.kind !== 'offline' && ['two_factor_needed', 'code_wrong'].includes(begun.error.code);
      if (isCode) setNeedsCode(true);
      return { [isCode ? 'code' : 'current_password']: failureText(begun, whyFailed) };
    }
    const created = await createPasskey(begun.data);
    if (!created.ok) return { name: failureWords[created.why] };
    const finished = await finishPasskey({ name: name.trim(), credential: created.credential });
    return finished.ok ? finished.data : { name: failureText(finished, whyFailed) };
  }

  async function send() {
    const added = await action.run(async () => ({ ok: true, data: await add() }));
    if (!added?.ok) return;
    if ('id' in added.data) return onDone(added.data);
    const { name: ofName = null, ...others } = added.data;
    setNameFault(ofName);
    setFaults(others);
  }

  return (
    <ActionForm isOfOwner submitLabel="Add the passkey" action={action} onSend={send} onCancel={onCancel}>
      <TextField
        label="Name of the passkey"
        hint="The device or password manager that keeps it."
        value={name}
        onChange={(value) => {
          setName(value);
          setNameFault(null);
        }}
        error={nameFault}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
      />
      <TextField {...field('current_password')} label="Current password" autoComplete="current-password" takesFocus />
      {needsCode && (
        <TextField
          {...field('code')}
          type="text"
          label="Code"
          hint="From the app, or a recovery code."
          autoComplete="one-time-code"
          maxLength={40}
          takesFocus
        />
      )}
    </ActionForm>
  );
}

const failureWords: Record<PasskeyFailure, string> = {
  cancelled: 'No passkey was created. Try again.',
  added: 'This device has a passkey for your account already.',
  impossible: 'This browser cannot create a passkey at this address.',
};
