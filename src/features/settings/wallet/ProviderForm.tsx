import { useId, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { OnlineReason } from '../../../../contract/call.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import css from './providers.module.css';

interface Props {
  label: string;
  /** The label of the submit button. */
  does: string;
  reason: OnlineReason;
  isSending: boolean;
  /** What went wrong with the form as a whole. */
  fault: string;
  onSend: (form: HTMLFormElement) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame of a form that sets up a provider. */
export function ProviderForm({ label, does, reason, isSending, fault, onSend, onCancel, children }: Props) {
  const why = whyNot(reason, useIsOnline());
  const whyId = useId();
  return (
    <form
      className="g-stack g-full g-gap-12 g-max-480"
      aria-label={label}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && why === null) onSend(event.currentTarget);
      }}
    >
      {children}
      <p className={css.fault} aria-live="assertive">
        {fault}
      </p>
      <p id={whyId} className={`g-warn ${css.why}`} aria-live="polite">
        {why}
      </p>
      <div className="g-row g-wrap g-gap-12">
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="large"
          type="submit"
          appearance="primary"
          aria-describedby={whyId}
          disabledFocusable={isSending || why !== null}
        >
          {does}
        </Button>
      </div>
    </form>
  );
}
