import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  /** `warn` for no network, `bad` for a server that refuses. */
  tone?: 'calm' | 'warn' | 'bad';
  /** One sentence of fact. */
  title: string;
  /** One sentence of what to do. */
  children?: ReactNode;
  /** At most two buttons. */
  actions?: ReactNode;
}

/** Stands where rows would stand: nothing there yet, nothing found, not reached. */
export function EmptyState({ icon, tone = 'calm', title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={classes(styles.icon, styles[tone])} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
