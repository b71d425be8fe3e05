import { Button } from '@fluentui/react-components';
import { Mail20Regular } from '@fluentui/react-icons';
import { useState, type SubmitEvent } from 'react';
import { Link, useSearch } from 'wouter';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { links } from '../../routes.ts';
import { signIn, useSession } from '../../session/session.ts';
import { TextField } from '../../ui/TextField.tsx';
import { ask, warmUp } from './ask.ts';
import { AuthPage } from './AuthPage.tsx';
import { email, filled } from './checks.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { LockNotice } from './LockNotice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { OFFLINE_WORDS, refusalWords, waitOf } from './refusal-words.ts';
import { useCountdown } from './use-countdown.ts';
import { useForm } from './use-form.ts';
import { useOnline } from './use-online.ts';

/** Signs in; the guard then goes to onboarding, to where the person was, or to the app's index. */
export function LoginScreen() {
  const { message, deviceName } = useSession();
  const cameFrom = new URLSearchParams(useSearch()).get('next');
  const isOnline = useOnline();
  const form = useForm({ email: '', password: '' }, { email, password: filled('Enter your password') });
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const lock = useCountdown();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || lock.left > 0 || !form.isReady(event.currentTarget)) return;
    setIsSending(true);
    setRefused(null);
    const result = await ask('login', {
      email: form.values.email.trim(),
      password: form.values.password,
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
  const expected = message ?? (cameFrom ? fixedTexts.unauthenticated : null);
  return (
    <AuthPage title="Sign in" intro="Welcome back to the pass.">
      <form className={styles.form} noValidate onInput={warmUp} onSubmit={(event) => void submit(event)}>
        {!isOnline && <FormNotice kind="warn">{OFFLINE_WORDS}</FormNotice>}
        {isOnline && !refused && <FormNotice kind="calm">{expected}</FormNotice>}
        <LockNotice left={lock.left} />
        <FormNotice kind="bad">{refused}</FormNotice>
        <TextField
          {...form.field('email')}
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          takesFocus
          contentBefore={<Mail20Regular aria-hidden="true" />}
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
          aside={
            <Link href={links.forgotPassword()} className={styles.aside}>
              Forgot it?
            </Link>
          }
        />
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.wide}
          disabledFocusable={isLocked || isSending || !isOnline}
        >
          Sign in
        </Button>
      </form>
      <p className={styles.after}>
        New to Galley? <Link href={links.register()}>Open an account</Link>
      </p>
    </AuthPage>
  );
}
