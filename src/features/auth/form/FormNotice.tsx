import { CloudOff20Regular, ErrorCircle20Regular, Info20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import styles from './FormNotice.module.css';

interface FormNoticeProps {
  id?: string;
  kind: 'bad' | 'warn' | 'calm';
  children: ReactNode;
}

const icons = { bad: ErrorCircle20Regular, warn: CloudOff20Regular, calm: Info20Regular };
const kinds = { bad: 'g-tone-bad', warn: 'g-tone-warn', calm: 'g-tone-info' };

/** The message of the whole form, above its fields. It is in the page from the start, so that screen readers announce it when it fills. */
export function FormNotice({ id, kind, children }: FormNoticeProps) {
  const Icon = icons[kind];
  return (
    <div id={id} aria-live={kind === 'bad' ? 'assertive' : 'polite'} className={styles.place}>
      {children && (
        <p className={classes('g-text-14 g-flex g-gap-10 g-round-8', styles.notice, kinds[kind])}>
          <Icon aria-hidden="true" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
