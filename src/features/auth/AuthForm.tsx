import { Button } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import { warmUp } from './call-auth.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { LockNotice } from './LockNotice.tsx';
import type { Submission } from './use-submit.ts';

interface AuthFormProps {
  submission: Submission;
  /** A calm word above the fields, while nothing is wrong. */
  note?: ReactNode;
  /** The fields. */
  children: ReactNode;
  doWords: string;
  /** Beside the button. */
  aside?: ReactNode;
  footClassName?: string | undefined;
}

/** What concerns the whole form, its fields, and the button that sends it. */
export function AuthForm({ submission, note, children, doWords, aside, footClassName }: AuthFormProps) {
  const { whyNot, fault, isClosed, refused, lockedFor, submit } = submission;
  const whyId = useId();
  const button = (
    <Button
      type="submit"
      appearance="primary"
      size="large"
      {...(!aside && { className: styles.wide })}
      aria-describedby={whyId}
      disabledFocusable={isClosed}
    >
      {doWords}
    </Button>
  );
  return (
    <form className={styles.form} noValidate onInput={warmUp} onSubmit={submit}>
      <FormNotice id={whyId} kind="warn">
        {whyNot}
      </FormNotice>
      <FormNotice kind="calm">{!whyNot && !refused && note}</FormNotice>
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
