import { useId, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import css from './settings.module.css';

interface Props {
  title: string;
  /** "Save booking rules" */
  submitLabel: string;
  isDirty: boolean;
  /** What somebody else changed since the edit began, in words. */
  overtaken: readonly string[];
  /** What is wrong, in words; the first is shown. */
  faults: readonly string[];
  onSave: () => void;
  onDiscard: () => void;
  children: ReactNode;
}

/** A part of the settings that is saved on its own, offline too. */
export function PartCard({ title, submitLabel, isDirty, overtaken, faults, onSave, onDiscard, children }: Props) {
  const id = useId();
  const fault = faults[0] ?? '';
  return (
    <form
      className={`g-group ${css.card}`}
      aria-labelledby={`${id}-title`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && fault === '') onSave();
      }}
    >
      <h2 className="g-group-title" id={`${id}-title`}>
        {title}
      </h2>
      {children}
      {overtaken.length > 0 && (
        <p className="g-tone-warn g-pad-12-16 g-round-8" role="status">
          {`Changed elsewhere while you were editing: ${overtaken.join(', ')}. If you save, yours replaces it.`}
        </p>
      )}
      <div className="g-row g-wrap g-gap-12">
        <Button
          type="submit"
          appearance="primary"
          aria-describedby={`${id}-state`}
          disabledFocusable={!isDirty || fault !== ''}
        >
          {submitLabel}
        </Button>
        {isDirty && <Button onClick={onDiscard}>Discard changes</Button>}
        <p id={`${id}-state`} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
          {fault || (isDirty ? 'Not saved yet' : '')}
        </p>
      </div>
    </form>
  );
}
