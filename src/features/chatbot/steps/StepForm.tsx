import { Button } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import css from '../chatbot.module.css';
import type { Action } from '../../../api/use-action.ts';

interface Props {
  title: string;
  /** The primary button. */
  saveWords: string;
  sending: Pick<Action, 'isBlocked' | 'fault' | 'why' | 'stateId'>;
  onSave: () => void;
  /** Leaves the step empty. */
  onSkip?: (() => void) | undefined;
  children: ReactNode;
}

/** The frame of a step: its fields, and below them the buttons with what went wrong. */
export function StepForm({
  title,
  saveWords,
  sending: { isBlocked, fault, why, stateId },
  onSave,
  onSkip,
  children,
}: Props) {
  const id = useId();
  return (
    <form
      className={`g-group ${css.card}`}
      aria-labelledby={`${id}-title`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <h2 className="g-group-title" id={`${id}-title`}>
        {title}
      </h2>
      {children}
      <div className={css.buttons}>
        <Button
          size="large"
          type="submit"
          appearance="primary"
          aria-describedby={stateId}
          disabledFocusable={isBlocked}
        >
          {saveWords}
        </Button>
        {onSkip && (
          <Button size="large" aria-describedby={stateId} disabledFocusable={isBlocked} onClick={onSkip}>
            Skip this step
          </Button>
        )}
      </div>
      <p id={stateId} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
        {fault || why}
      </p>
    </form>
  );
}
