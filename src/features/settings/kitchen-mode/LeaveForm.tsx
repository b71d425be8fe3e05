import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useSession } from '../../../session/session.ts';
import { showToast } from '../../../ui/toast.ts';
import { TextField } from '../../../ui/TextField.tsx';
import css from './kitchen-mode.module.css';
import { leaveKitchenMode } from './requests.ts';
import { failureWords } from './words.ts';

/** The owner's password ends kitchen mode on this device; the kitchen's orders and unsent changes stay where they are. */
export function LeaveForm({ onCancel }: { onCancel: () => void }) {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  async function leave() {
    if (isAsking) return;
    if (password === '') return setFault('Enter the password.');
    setIsAsking(true);
    const result = await leaveKitchenMode(password);
    setIsAsking(false);
    if (result.ok) return showToast({ title: 'Kitchen mode is off', detail: 'Everything is open on this device.' });
    setPassword('');
    setFault(failureWords(result));
  }

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void leave();
      }}
    >
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
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
      <div className={css.buttons}>
        <Button size="large" onClick={onCancel}>
          Stay in kitchen mode
        </Button>
        <Button size="large" type="submit" appearance="primary" disabledFocusable={isAsking}>
          Leave kitchen mode
        </Button>
      </div>
    </form>
  );
}
