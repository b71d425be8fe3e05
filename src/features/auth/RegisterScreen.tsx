import { Button } from '@fluentui/react-components';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import { links } from '../../routes.ts';
import { signIn, useSession } from '../../session/session.ts';
import { TextField } from '../../ui/TextField.tsx';
import { ask, warmUp } from './ask.ts';
import { AuthPage } from './AuthPage.tsx';
import { email, filled, newPassword, PASSWORD_MIN } from './checks.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { LockNotice } from './LockNotice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { OFFLINE_WORDS, refusalWords, waitOf } from './refusal-words.ts';
import { useCountdown } from './use-countdown.ts';
import { useForm } from './use-form.ts';
import { useOnline } from './use-online.ts';

/** Opens an account; the guard then asks for the code that was mailed. */
export function RegisterScreen() {
  const { deviceName } = useSession();
  const isOnline = useOnline();
  const form = useForm(
    { restaurant_name: '', email: '', password: '' },
    { restaurant_name: filled("Enter the restaurant's name"), email, password: newPassword },
  );
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const lock = useCountdown();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || lock.left > 0 || !form.isReady(event.currentTarget)) return;
    setIsSending(true);
    setRefused(null);
    const { values } = form;
    const result = await ask('register', {
      restaurant_name: values.restaurant_name.trim(),
      email: values.email.trim(),
      password: values.password,
      device_name: deviceName,
    });
    setIsSending(false);
    if (result.ok) return signIn(result.data);
    if (result.kind === 'refused') {
      const wait = waitOf(result.error);
      if (wait > 0) return lock.begin(wait);
      if (form.refuse(result.error.field_errors)) return;
    }
    setRefused(refusalWords(result));
  }

  const isLocked = lock.left > 0;
  return (
    <AuthPage title="Open an account" intro="Your e-mail, a password, the restaurant's name. The rest can wait.">
      <form className={styles.form} noValidate onInput={warmUp} onSubmit={(event) => void submit(event)}>
        {!isOnline && <FormNotice kind="warn">{OFFLINE_WORDS}</FormNotice>}
        <LockNotice left={lock.left} />
        <FormNotice kind="bad">{refused}</FormNotice>
        <TextField
          {...form.field('restaurant_name')}
          label="Restaurant name"
          autoComplete="organization"
          required
          takesFocus
        />
        <TextField
          {...form.field('email')}
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters`}
        />
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.wide}
          disabledFocusable={isLocked || isSending || !isOnline}
        >
          Create account
        </Button>
      </form>
      <p className={styles.after}>
        Already with Galley? <Link href={links.login()}>Sign in</Link>
      </p>
    </AuthPage>
  );
}
