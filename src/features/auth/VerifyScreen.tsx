import { MailCheckmark24Regular } from '@fluentui/react-icons';
import { Link, useSearch } from 'wouter';
import { links } from '../../links.ts';
import { session, setAccount, useSession } from '../../session/session.ts';
import { callAuth } from './form/call-auth.ts';
import { AuthForm } from './form/AuthForm.tsx';
import { AuthPage } from './form/AuthPage.tsx';
import { sixDigits } from './form/checks.ts';
import { CodeField } from './form/CodeField.tsx';
import styles from './form/form.module.css';
import { refusalMessage } from './form/refusal-message.ts';
import { SendAgain } from './form/SendAgain.tsx';
import { useCodeRequest } from './form/use-code-request.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { useFreshAccount } from './use-fresh-account.ts';
import { useSubmit } from './form/use-submit.ts';
import own from './VerifyScreen.module.css';

/** Asks for the six-digit code from the mail. Once it was entered here or elsewhere, the guard goes on to the profile. */
export function VerifyScreen() {
  const { user, restaurant } = useSession();
  const asked = new URLSearchParams(useSearch()).get('email');
  const email = user?.email ?? asked ?? '';
  useFreshAccount({ isAskedFirst: true });
  const form = useForm({ otp_code: '' }, { otp_code: sixDigits });
  const code = form.field('otp_code');
  const request = useCodeRequest(email, () => code.onChange(''));
  const submission = useSubmit(
    form,
    ({ otp_code }) => callAuth('verifyEmail', { email, otp_code }),
    () => {
      // The guard shows this page only when the account is loaded.
      if (user && restaurant && !session.user?.is_email_verified)
        setAccount({ user: { ...user, is_email_verified: true }, restaurant });
    },
    {
      fieldsOf: (failure) =>
        failure.error.code.startsWith('code_') ? { otp_code: refusalMessage(failure) } : failure.error.field_errors,
    },
  );

  return (
    <AuthPage
      title="Check your e-mail"
      above={
        <>
          <p className="g-text-13 g-full g-faint">Step 2 of 3</p>
          <span className={`g-center g-tone-info g-round-14 g-high-56 ${own.picture}`} aria-hidden="true">
            <MailCheckmark24Regular />
          </span>
        </>
      }
      intro={
        <>
          {request.isSent
            ? 'We sent a six-digit code to '
            : 'Enter the six-digit code from your mail, or have one sent to '}
          <strong className="g-break">{email}</strong>.{' '}
          <Link href={links.logout()} className={styles.inline}>
            Change
          </Link>
        </>
      }
    >
      <AuthForm submission={submission} submitLabel="Verify">
        <CodeField {...code} />
      </AuthForm>
      <div className={`g-row g-gap-12 g-column ${own.after}`}>
        <SendAgain request={request} />
        <Link href={links.logout()} className={`g-faint ${own.leave}`}>
          Log out
        </Link>
      </div>
    </AuthPage>
  );
}
