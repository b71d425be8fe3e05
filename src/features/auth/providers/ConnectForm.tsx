import { Link } from 'wouter';
import type { SignInProvider } from '../../../../contract/auth/sign-in-providers.ts';
import { links } from '../../../links.ts';
import { signIn, useSession } from '../../../session/session.ts';
import { UserName } from '../../../ui/UserName.tsx';
import { callAuth } from '../form/call-auth.ts';
import { AuthForm } from '../form/AuthForm.tsx';
import { filled } from '../form/checks.ts';
import styles from '../form/form.module.css';
import { PasswordField } from '../form/PasswordField.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useNext } from '../use-next.ts';
import { useSubmit } from '../form/use-submit.ts';

/** Asks for the password of the existing account. When it is right, the provider can sign in to that account. */
export function ConnectForm({ provider, token, email }: { provider: SignInProvider; token: string; email: string }) {
  const { deviceName } = useSession();
  const next = useNext();
  const form = useForm({ password: '' }, { password: filled('Enter your password') });
  const submission = useSubmit(
    form,
    ({ password }) =>
      callAuth(provider === 'google' ? 'finishGoogle' : 'finishFacebook', { token, password, device_name: deviceName }),
    (session) => signIn(session),
  );
  return (
    <>
      <AuthForm submission={submission} submitLabel="Connect and continue">
        <UserName email={email} />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
          takesFocus
          hint="No password yet? “Forgot password?” mails a link that sets one."
          aside={
            <Link href={links.forgotPassword(next)} className="g-text-14">
              Forgot password?
            </Link>
          }
        />
      </AuthForm>
      <p className={`g-centered g-faint ${styles.after}`}>
        <Link href={links.login(next)}>Back to sign in</Link>
      </p>
    </>
  );
}
