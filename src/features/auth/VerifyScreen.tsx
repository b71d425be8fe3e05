import { MailCheckmark24Regular } from '@fluentui/react-icons';
import { Link, useSearch } from 'wouter';
import { links } from '../../routes.ts';
import { session, setAccount, useSession } from '../../session/session.ts';
import { callAuth } from './call-auth.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthPage } from './AuthPage.tsx';
import { sixDigits } from './checks.ts';
import { CodeField } from './CodeField.tsx';
import styles from './form.module.css';
import { refusalMessage } from './refusal-message.ts';
import { SendAgain } from './SendAgain.tsx';
import { useCodeRequest } from './use-code-request.ts';
import { useForm } from '../../ui/use-form.ts';
import { useFreshAccount } from './use-fresh-account.ts';
import { useSubmit } from './use-submit.ts';
import own from './VerifyScreen.module.css';

/** The six-digit code that was mailed. Once it is right, or was entered elsewhere, the guard goes on to the profile. */
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
      // The guard shows this page only to a loaded account.
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
        <span className={own.picture} aria-hidden="true">
          <MailCheckmark24Regular />
        </span>
      }
      intro={
        <>
          {request.isSent
            ? 'We sent a six-digit code to '
            : 'Enter the six-digit code from your mail, or have one sent to '}
          <strong className={own.email}>{email}</strong>.{' '}
          <Link href={links.logout()} className={styles.inline}>
            Change
          </Link>
        </>
      }
    >
      <AuthForm submission={submission} doWords="Verify">
        <CodeField {...code} />
      </AuthForm>
      <div className={own.after}>
        <SendAgain request={request} />
        <Link href={links.logout()} className={own.leave}>
          Log out
        </Link>
      </div>
    </AuthPage>
  );
}
