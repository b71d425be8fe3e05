import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useSession } from '../../../session/session.ts';
import css from './kitchen-mode.module.css';

interface Props {
  /** Words on the button that sends the form. */
  does: string;
  /** Words on the button that leaves everything as it is. */
  stays: string;
  isAsking: boolean;
  onSend: () => Promise<void>;
  onStay: () => void;
  children: ReactNode;
}

/** A form that the owner's password answers for; a password manager finds whose by the hidden name. */
export function OwnerForm({ does, stays, isAsking, onSend, onStay, children }: Props) {
  const { user } = useSession();
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking) void onSend();
      }}
    >
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
      {children}
      <div className={css.buttons}>
        <Button size="large" onClick={onStay}>
          {stays}
        </Button>
        <Button size="large" type="submit" appearance="primary" disabledFocusable={isAsking}>
          {does}
        </Button>
      </div>
    </form>
  );
}
