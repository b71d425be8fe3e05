import { Button } from '@fluentui/react-components';
import { Mail20Regular } from '@fluentui/react-icons';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import { links } from '../../routes.ts';
import { TextField } from '../../ui/TextField.tsx';
import { ask, warmUp } from './ask.ts';
import { AuthPage } from './AuthPage.tsx';
import { email } from './checks.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { LockNotice } from './LockNotice.tsx';
import { OFFLINE_WORDS, refusalWords, waitOf } from './refusal-words.ts';
import { useCountdown } from './use-countdown.ts';
import { useForm } from './use-form.ts';
import { useOnline } from './use-online.ts';

/** Mails a link to set a new password. Says the same whether or not the address has an account. */
export function ForgotScreen() {
  const isOnline = useOnline();
  const form = useForm({ email: '' }, { email });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const lock = useCountdown();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || lock.left > 0 || !form.isReady(event.currentTarget)) return;
    setIsSending(true);
    setRefused(null);
    const address = form.values.email.trim();
    const result = await ask('forgotPassword', { email: address });
    setIsSending(false);
    if (result.ok) return setSentTo(address);
    if (result.kind === 'refused') {
      const wait = waitOf(result.error);
      if (wait > 0) return lock.begin(wait);
      if (form.refuse(result.error.field_errors)) return;
    }
    setRefused(refusalWords(result));
  }

  const isLocked = lock.left > 0;
  return (
    <AuthPage title="Forgot your password" intro="Enter your address. We mail a link to set a new password.">
      <form className={styles.form} noValidate onInput={warmUp} onSubmit={(event) => void submit(event)}>
        {!isOnline && <FormNotice kind="warn">{OFFLINE_WORDS}</FormNotice>}
        <LockNotice left={lock.left} />
        <FormNotice kind="bad">{refused}</FormNotice>
        <FormNotice kind="calm">
          {sentTo && `If ${sentTo} has an account, a mail with a link is on its way. Look in spam too.`}
        </FormNotice>
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
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.wide}
          disabledFocusable={isLocked || isSending || !isOnline}
        >
          Send the link
        </Button>
      </form>
      <p className={styles.after}>
        <Link href={links.login()}>Back to the sign-in</Link>
      </p>
    </AuthPage>
  );
}
