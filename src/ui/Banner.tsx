import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classes } from './classes.ts';

export type BannerKind = 'calm' | 'warn' | 'bad';

interface BannerProps {
  kind: BannerKind;
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  /** Said at once by a screen reader; for what needs an act. */
  isUrgent?: boolean;
}

/** One line about the whole page: offline, a new version, a refusal. Plain, because it stands in the first load. */
export function Banner({ kind, icon, children, action, isUrgent = false }: BannerProps) {
  return (
    <div className={classes(styles.banner, styles[kind])} aria-live={isUrgent ? 'assertive' : 'polite'}>
      {icon}
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
