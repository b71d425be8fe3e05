import { Button } from '@fluentui/react-components';
import { useState, type SubmitEvent } from 'react';
import { Link, useSearch } from 'wouter';
import { links } from '../../routes.ts';
import { ask, warmUp } from './ask.ts';
import { AuthPage } from './AuthPage.tsx';
import { newPassword, PASSWORD_MIN } from './checks.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { OFFLINE_WORDS, refusalWords } from './refusal-words.ts';
import { useForm } from './use-form.ts';
import { useOnline } from './use-online.ts';

/** Sets a new password with the token of the mailed link; every session ends by it. */
export function ResetScreen() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const isOnline = useOnline();
  const form = useForm(
    { password: '', confirm_password: '' },
    {
      password: newPassword,
      confirm_password: (value, all) => (value === all.password ? null : 'The two passwords differ'),
    },
  );
  const [isDone, setIsDone] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || !form.isReady(event.currentTarget)) return;
    setIsSending(true);
    setRefused(null);
    const result = await ask('resetPassword', { token, ...form.values });
    setIsSending(false);
    if (result.ok) return setIsDone(true);
    if (result.kind === 'refused' && form.refuse(result.error.field_errors)) return;
    setRefused(refusalWords(result));
  }

  if (isDone) {
    return (
      <AuthPage title="The new password is set" intro="Every device is signed out. Sign in with the new password.">
        <p className={styles.after}>
          <Link href={links.login()}>Sign in</Link>
        </p>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Set a new password" intro="It ends every session, on this device and on all others.">
      <form className={styles.form} noValidate onInput={warmUp} onSubmit={(event) => void submit(event)}>
        {!isOnline && <FormNotice kind="warn">{OFFLINE_WORDS}</FormNotice>}
        <FormNotice kind="bad">
          {token === '' ? 'This address holds no token. Open the link from the mail.' : refused}
        </FormNotice>
        <PasswordField
          {...form.field('password')}
          label="New password"
          autoComplete="new-password"
          required
          takesFocus
          hint={`At least ${PASSWORD_MIN} characters`}
        />
        <PasswordField
          {...form.field('confirm_password')}
          label="The same again"
          autoComplete="new-password"
          required
        />
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.wide}
          disabledFocusable={isSending || !isOnline || token === ''}
        >
          Set the password
        </Button>
      </form>
      <p className={styles.after}>
        <Link href={links.forgotPassword()}>Ask for a new link</Link>
      </p>
    </AuthPage>
  );
}
