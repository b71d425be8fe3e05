import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { Action } from '../../../api/use-action.ts';
import css from './providers.module.css';

interface Props {
  label: string;
  /** The label of the submit button. */
  does: string;
  action: Pick<Action, 'isBlocked' | 'why' | 'fault' | 'stateId'>;
  onSend: (form: HTMLFormElement) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame of a form that sets up a provider. */
export function ProviderForm({ label, does, action, onSend, onCancel, children }: Props) {
  const { isBlocked, why, fault, stateId } = action;
  return (
    <form
      className="g-stack g-full g-gap-12 g-max-480"
      aria-label={label}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) onSend(event.currentTarget);
      }}
    >
      {children}
      <p className={css.fault} aria-live="assertive">
        {fault}
      </p>
      <p id={stateId} className={`g-warn ${css.why}`} aria-live="polite">
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
          aria-describedby={stateId}
          disabledFocusable={isBlocked}
        >
          {does}
        </Button>
      </div>
    </form>
  );
}
