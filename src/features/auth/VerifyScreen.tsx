import { Button } from '@fluentui/react-components';
import { MailCheckmark24Regular } from '@fluentui/react-icons';
import { useId, useState, type SubmitEvent } from 'react';
import { Link, useSearch } from 'wouter';
import { whyNot } from '../../api/why-not.ts';
import { useOnline } from '../../lib/use-online.ts';
import { links } from '../../routes.ts';
import { setAccount, useSession } from '../../session/session.ts';
import { ask, warmUp } from './ask.ts';
import { AuthPage } from './AuthPage.tsx';
import { CodeField } from './CodeField.tsx';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { refusalWords, waitOf } from './refusal-words.ts';
import { SendAgain } from './SendAgain.tsx';
import { useCountdown } from './use-countdown.ts';
import own from './VerifyScreen.module.css';

const RESEND_AFTER_S = 60;

/** The six-digit code that was mailed. Once it is right the guard goes on to the profile. */
export function VerifyScreen() {
  const { user, restaurant } = useSession();
  const asked = new URLSearchParams(useSearch()).get('email');
  const email = user?.email ?? asked ?? '';
  const why = whyNot('sign_in', useOnline());
  const whyId = useId();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [notice, setNotice] = useState<{ kind: 'bad' | 'calm'; words: string } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const resend = useCountdown(RESEND_AFTER_S);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || why !== null) return;
    if (code.length < 6) return setFault('Enter the six digits from the mail');
    setIsSending(true);
    setNotice(null);
    const result = await ask('verifyEmail', { email, otp_code: code });
    if (result.ok || (result.kind === 'refused' && result.error.code === 'already_verified')) {
      // The guard shows this page only to a loaded account.
      if (user && restaurant) setAccount({ user: { ...user, is_email_verified: true }, restaurant });
      return;
    }
    setIsSending(false);
    if (result.kind === 'refused' && result.error.code.startsWith('code_')) {
      setCode('');
      setFault(refusalWords(result));
    } else setNotice({ kind: 'bad', words: refusalWords(result) });
  }

  async function sendAgain() {
    setFault(null);
    setNotice(null);
    resend.begin(RESEND_AFTER_S);
    const result = await ask('resendVerificationMail', { email });
    if (result.ok)
      return setNotice({ kind: 'calm', words: 'A new code is on its way. The earlier one is not valid any more.' });
    if (result.kind === 'refused') resend.begin(waitOf(result.error));
    else resend.begin(0);
    setNotice({ kind: 'bad', words: refusalWords(result) });
  }

  return (
    <AuthPage
      title="Check your e-mail"
      above={
        <span className={own.picture} aria-hidden="true">
          <MailCheckmark24Regular />
        </span>
      }
      intro={
        <>
          We sent a six-digit code to <strong className={own.email}>{email}</strong>.{' '}
          <Link href={links.logout()} className={styles.inline}>
            Change
          </Link>
        </>
      }
    >
      <form className={styles.form} noValidate onInput={warmUp} onSubmit={(event) => void submit(event)}>
        <FormNotice id={whyId} kind="warn">
          {why}
        </FormNotice>
        <FormNotice kind={notice?.kind ?? 'calm'}>{notice?.words ?? null}</FormNotice>
        <CodeField
          value={code}
          error={fault}
          onChange={(value) => {
            setCode(value);
            setFault(null);
          }}
        />
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.wide}
          aria-describedby={whyId}
          disabledFocusable={isSending || why !== null}
        >
          Verify
        </Button>
      </form>
      <div className={own.after}>
        <SendAgain left={resend.left} whyId={whyId} onSend={() => void sendAgain()} />
        <Link href={links.logout()} className={own.leave}>
          Log out
        </Link>
      </div>
    </AuthPage>
  );
}
