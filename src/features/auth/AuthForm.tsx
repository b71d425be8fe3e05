import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { warmUp } from './ask.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { LockNotice } from './LockNotice.tsx';
import { OFFLINE_WORDS } from './refusal-words.ts';
import type { Submission } from './use-submit.ts';

interface AuthFormProps {
  submission: Submission;
  /** A calm word above the fields, while nothing is wrong. */
  note?: ReactNode;
  /** What is wrong before anything was sent. */
  fault?: string | null;
  /** The fields. */
  children: ReactNode;
  doWords: string;
  /** Beside the button. */
  aside?: ReactNode;
  footClassName?: string | undefined;
}

/** What concerns the whole form, its fields, and the button that sends it. */
export function AuthForm({ submission, note, fault = null, children, doWords, aside, footClassName }: AuthFormProps) {
  const { isOnline, isSending, refused, lockedFor, submit } = submission;
  const button = (
    <Button
      type="submit"
      appearance="primary"
      size="large"
      {...(!aside && { className: styles.wide })}
      disabledFocusable={isSending || lockedFor > 0 || !isOnline || fault !== null}
    >
      {doWords}
    </Button>
  );
  return (
    <form className={styles.form} noValidate onInput={warmUp} onSubmit={submit}>
      {!isOnline && <FormNotice kind="warn">{OFFLINE_WORDS}</FormNotice>}
      <FormNotice kind="calm">{isOnline && !refused && note}</FormNotice>
      <LockNotice left={lockedFor} />
      <FormNotice kind="bad">{fault ?? refused}</FormNotice>
      {children}
      {aside ? (
        <div className={footClassName}>
          {aside}
          {button}
        </div>
      ) : (
        button
      )}
    </form>
  );
}
