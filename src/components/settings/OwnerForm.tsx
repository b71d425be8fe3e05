import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useSession } from '../../session/session.ts';
import { UserName } from '../../ui/UserName.tsx';
import css from './owner-form.module.css';

interface Props {
  /** The label of the submit button. */
  does: string;
  /** The label of the button that changes nothing. */
  stays: string;
  /** What its button does. A form says at its fields what went wrong. */
  action: { isBlocked: boolean; why: string | null; stateId: string };
  onSend: () => Promise<void>;
  onStay: () => void;
  children: ReactNode;
}

/** A form that requires the owner's password. Password managers find the account by the hidden user name. */
export function OwnerForm({ does, stays, action: { isBlocked, why, stateId }, onSend, onStay, children }: Props) {
  const { user } = useSession();
  return (
    <form
      className="g-stack g-full g-gap-12 g-text-start g-max-480"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) void onSend();
      }}
    >
      <UserName email={user?.email ?? ''} />
      {children}
      <p id={stateId} className={`g-warn ${css.why}`} aria-live="polite">
        {why}
      </p>
      <div className="g-row g-wrap g-gap-12">
        <Button size="large" onClick={onStay}>
          {stays}
        </Button>
        <Button
          size="large"
          type="submit"
          appearance="primary"
          aria-describedby={stateId}
          disabledFocusable={isBlocked}
        >
          {does}
        </Button>
      </div>
    </form>
  );
}
