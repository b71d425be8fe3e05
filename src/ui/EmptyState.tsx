import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  /** One sentence of fact. */
  title: string;
  /** One sentence of what to do. */
  children?: ReactNode;
  /** At most two buttons. */
  actions?: ReactNode;
}

/** Stands where rows would stand: nothing there yet, nothing found, not reached. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
