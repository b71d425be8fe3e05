import { useId, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { OnlineReason } from '../../../contract/call.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { useSession } from '../../session/session.ts';
import { UserName } from '../../ui/UserName.tsx';
import css from './owner-form.module.css';

interface Props {
  /** The label of the submit button. */
  does: string;
  /** The label of the button that changes nothing. */
  stays: string;
  isAsking: boolean;
  /** Why the call needs the network. */
  reason: OnlineReason;
  onSend: () => Promise<void>;
  onStay: () => void;
  children: ReactNode;
}

/** A form that requires the owner's password. Password managers find the account by the hidden user name. */
export function OwnerForm({ does, stays, isAsking, reason, onSend, onStay, children }: Props) {
  const { user } = useSession();
  const why = whyNot(reason, useIsOnline());
  const whyId = useId();
  return (
    <form
      className="g-stack g-full g-gap-12 g-text-start g-max-480"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking && why === null) void onSend();
      }}
    >
      <UserName email={user?.email ?? ''} />
      {children}
      <p id={whyId} className={`g-warn ${css.why}`} aria-live="polite">
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
          aria-describedby={whyId}
          disabledFocusable={isAsking || why !== null}
        >
          {does}
        </Button>
      </div>
    </form>
  );
}
