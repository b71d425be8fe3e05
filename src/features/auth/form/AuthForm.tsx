import { Button } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import { warmUp } from './call-auth.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { LockNotice } from './LockNotice.tsx';
import type { Submission } from './use-submit.ts';

interface AuthFormProps {
  submission: Submission;
  /** A neutral message above the fields, shown while there is no error. */
  note?: ReactNode;

  children: ReactNode;
  submitLabel: string;
  /** Content beside the button. */
  aside?: ReactNode;
  footClassName?: string | undefined;
}

/** The form's message, its fields and its submit button. */
export function AuthForm({ submission, note, children, submitLabel, aside, footClassName }: AuthFormProps) {
  const { whyNot, fault, isClosed, refused, lockedFor, submit } = submission;
  const whyId = useId();
  const button = (
    <Button
      type="submit"
      appearance="primary"
      {...(!aside && { className: styles.wide })}
      aria-describedby={whyId}
      disabledFocusable={isClosed}
    >
      {submitLabel}
    </Button>
  );
  return (
    <form className={`g-stack g-gap-16 ${styles.form}`} noValidate onInput={warmUp} onSubmit={submit}>
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
