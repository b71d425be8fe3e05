import { CloudOff20Regular, ErrorCircle20Regular, Info20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './FormNotice.module.css';

interface FormNoticeProps {
  id?: string;
  kind: 'bad' | 'warn' | 'calm';
  children: ReactNode;
}

const icons = { bad: ErrorCircle20Regular, warn: CloudOff20Regular, calm: Info20Regular };

/** What concerns the whole form, above its fields. Stands empty from the start, so that it is read aloud when it fills. */
export function FormNotice({ id, kind, children }: FormNoticeProps) {
  const Icon = icons[kind];
  return (
    <div id={id} aria-live={kind === 'bad' ? 'assertive' : 'polite'} className={styles.place}>
      {children && (
        <p className={classes(styles.notice, styles[kind])}>
          <Icon aria-hidden="true" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
