import { useId, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { OnlineReason } from '../../../contract/call.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { useSession } from '../../session/session.ts';
import { UserName } from '../../ui/UserName.tsx';
import css from './owner-form.module.css';

interface Props {
  /** Words on the button that sends the form. */
  does: string;
  /** Words on the button that leaves everything as it is. */
  stays: string;
  isAsking: boolean;
  /** Why what it does cannot wait for the network. */
  reason: OnlineReason;
  onSend: () => Promise<void>;
  onStay: () => void;
  children: ReactNode;
}

/** A form that the owner's password answers for; a password manager finds whose by the hidden name. */
export function OwnerForm({ does, stays, isAsking, reason, onSend, onStay, children }: Props) {
  const { user } = useSession();
  const why = whyNot(reason, useIsOnline());
  const whyId = useId();
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking && why === null) void onSend();
      }}
    >
      <UserName email={user?.email ?? ''} />
      {children}
      <p id={whyId} className={css.why} aria-live="polite">
        {why}
      </p>
      <div className={css.buttons}>
        <Button size="large" onClick={onStay}>
          {stays}
        </Button>
        <Button
          size="large"
          type="submit"
          appearance="primary"
          aria-describedby={whyId}
          disabledFocusable={isAsking || why !== null}
        >
          {does}
        </Button>
      </div>
    </form>
  );
}
