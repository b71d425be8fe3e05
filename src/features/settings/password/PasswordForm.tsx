import { useState } from 'react';
import { PASSWORD_MIN } from '../../../../contract/limits.ts';
import { changePassword } from '../../../../contract/settings/calls.ts';
import { send, type Result } from '../../../api/send.ts';
import { inMinutes } from '../../../lib/in-minutes.ts';
import { showToast } from '../../../ui/toast.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { OwnerForm } from '../OwnerForm.tsx';
import { useOwnerFields } from '../use-owner-fields.ts';

type Field = 'current_password' | 'password' | 'confirm_password';

/** Asks for the current password, and twice for the new one. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const { values, setFaults, field } = useOwnerFields('current_password', 'password', 'confirm_password');
  const [isAsking, setIsAsking] = useState(false);

  async function change() {
    const found = faultsOf(values);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setIsAsking(true);
    const result = await send(changePassword, { body: values });
    setIsAsking(false);
    if (!result.ok) return setFaults(refusedFields(result));
    showToast({ title: 'The password is changed', detail: 'Every other device is signed out.' });
    onClose();
  }

  return (
    <OwnerForm
      does="Change the password"
      stays="Cancel"
      isAsking={isAsking}
      reason="credentials"
      onSend={change}
      onStay={onClose}
    >
      <TextField {...field('current_password')} label="Current password" autoComplete="current-password" takesFocus />
      <TextField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.`}
      />
      <TextField {...field('confirm_password')} label="Confirm new password" autoComplete="new-password" />
    </OwnerForm>
  );
}

function faultsOf({
  current_password,
  password,
  confirm_password,
}: Record<Field, string>): Partial<Record<Field, string>> {
  return {
    ...(current_password === '' && { current_password: 'Enter the password that you have now.' }),
    ...(password.length < PASSWORD_MIN && { password: `Use at least ${PASSWORD_MIN} characters.` }),
    ...(password !== confirm_password && { confirm_password: 'The two passwords differ.' }),
  };
}

function refusedFields(failure: Exclude<Result<unknown>, { ok: true }>): Partial<Record<Field, string>> {
  if (failure.kind === 'offline')
    return {
      current_password: 'The server cannot be reached. The password has not changed. Try again with a network.',
    };
  const { code, message, field_errors, retry_after_seconds: wait } = failure.error;
  if (code === 'wrong_credentials') return { current_password: 'Wrong password.' };
  if (code === 'too_many') return { current_password: `Too many attempts. Try again ${inMinutes(wait ?? 60)}.` };
  return field_errors ?? { current_password: `${message}.` };
}
