import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classes } from '../classes.ts';

export type BannerKind = 'calm' | 'warn' | 'bad';

interface BannerProps {
  kind: BannerKind;
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  /** Announced at once by screen readers; for what needs an action. */
  isUrgent?: boolean;
}

const kinds = { calm: 'g-tone-info', warn: 'g-tone-warn', bad: 'g-tone-bad' };

/** One line about the whole page: offline, a new version, a refusal. Without Fluent, because it is part of the first load. */
export function Banner({ kind, icon, children, action, isUrgent = false }: BannerProps) {
  return (
    <div
      className={classes('g-row g-text-13 g-gap-12 g-pad-8-24', styles.banner, kinds[kind])}
      aria-live={isUrgent ? 'assertive' : 'polite'}
    >
      {icon}
      <div className="g-fill">{children}</div>
      {action}
    </div>
  );
}
