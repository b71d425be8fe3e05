import type { ReactNode } from 'react';
import { classes } from './classes.ts';
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
 * asterisk into the label's text, and the labels' texts are what people and scripts look for; here it is drawn.
 */
export function FieldFrame({ id, label, error, hint, aside, isRequired = false, children }: FieldFrameProps) {
  return (
    <div className={classes(styles.field, error && styles.faulty)}>
      <div className={styles.head}>
        <label htmlFor={id} className={classes(styles.label, isRequired && styles.required)}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      {/* Stands from the start, because a live region must exist before it speaks. */}
      <p id={`${id}-below`} className={error ? styles.error : styles.hint} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}
