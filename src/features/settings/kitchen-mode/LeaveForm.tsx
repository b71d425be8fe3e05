import { useState } from 'react';
import { login } from '../../../../contract/auth/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSession } from '../../../session/session.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { leaveKitchenMode } from './requests.ts';
import { sayAtTablet } from './labels.ts';
import { failureText } from '../../../api/failure-text.ts';

/** Ends kitchen mode on this device with the owner's password. Orders and unsent changes stay. */
export function LeaveForm({ onCancel }: { onCancel: () => void }) {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const action = useAction(login, sayAtTablet);

  async function leave() {
    if (password === '') return setFault('Enter the password.');
    const result = await action.run(() => leaveKitchenMode(password, code?.trim() ?? ''));
    if (!result) return;
    if (result.ok) return showToast({ title: 'Kitchen mode is off', detail: 'Everything is open on this device.' });
    const failed = result.error.code;
    if (failed === 'two_factor_needed') setCode('');
    // A wrong code says that the password is right.
    else if (failed !== 'code_wrong') setPassword('');
    setFault(failureText(result, sayAtTablet));
  }

  return (
    <ActionForm
      isOfOwner
      submitLabel="Leave kitchen mode"
      cancelLabel="Stay in kitchen mode"
      action={action}
      onSend={leave}
      onCancel={onCancel}
    >
      <TextField
        label="Password"
        hint={user ? `Of ${user.email}` : ''}
        type="password"
        autoComplete="current-password"
        takesFocus
        value={password}
        onChange={(value) => {
          setFault(null);
          setPassword(value);
        }}
        error={fault}
      />
      {code !== null && (
        <TextField
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          onChange={(value) => {
            setFault(null);
            setCode(value);
          }}
        />
      )}
    </ActionForm>
  );
}
