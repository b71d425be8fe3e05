import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './FieldFrame.module.css';

interface FieldFrameProps {
  id: string;
  label: string;
  error?: string | null;
  hint?: string;
  aside?: ReactNode;
  isRequired?: boolean;
  children: ReactNode;
}

/**
 * Label above, hint or error below, for an input with `id` that names `${id}-below` as its description. Fluent's Field would put its
 * asterisk into the label's text, by which people and scripts find the field; here it is drawn.
 */
export function FieldFrame({ id, label, error, hint, aside, isRequired = false, children }: FieldFrameProps) {
  return (
    <div className={classes('g-stack g-narrow g-gap-4', styles.field, error && styles.faulty)}>
      <div className="g-facts g-baseline">
        <label htmlFor={id} className={classes('g-strong', isRequired && styles.required)}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      {/* Always rendered, because a live region must exist before it announces something. */}
      <p id={`${id}-below`} className={error ? styles.error : `g-faint ${styles.hint}`} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}
