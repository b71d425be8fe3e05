import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  /** `warn` for no network, `bad` for a server that refuses. */
  tone?: 'calm' | 'warn' | 'bad';
  /** What is the case, in one sentence. */
  title: string;
  /** What to do, in one sentence. */
  children?: ReactNode;
  /** At most two buttons. */
  actions?: ReactNode;
}

const tones = { calm: 'g-tone-info', warn: 'g-tone-warn', bad: 'g-tone-bad' };

/** Shown in place of rows: none yet, none found, or not loaded. */
export function EmptyState({ icon, tone = 'calm', title, children, actions }: EmptyStateProps) {
  return (
    <div className={`g-row g-gap-8 g-centered g-column ${styles.empty}`}>
      <span className={classes('g-center g-box-40 g-round-10', styles.icon, tones[tone])} aria-hidden="true">
        {icon}
      </span>
      <p className="g-text-16 g-strong">{title}</p>
      {children && <p className={`g-soft ${styles.text}`}>{children}</p>}
      {actions && <div className={`g-flex g-wrap g-middle g-gap-8 ${styles.actions}`}>{actions}</div>}
    </div>
  );
}
