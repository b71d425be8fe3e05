import { Mail20Regular } from '@fluentui/react-icons';
import { Link, useSearch } from 'wouter';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { EMAIL_MAX } from '../../../contract/limits.ts';
import { links } from '../../routes.ts';
import { signIn, useSession } from '../../session/session.ts';
import { TextField } from '../../ui/TextField.tsx';
import { callAuth } from './call-auth.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthPage } from './AuthPage.tsx';
import { email, filled } from './checks.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { Providers } from './Providers.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useNext } from './use-next.ts';
import { useSetback } from './use-setback.ts';
import { useSubmit } from './use-submit.ts';

/** Signs in; the guard then goes to onboarding, to where the person was, or to the app's index. */
export function LoginScreen() {
  const { message, waitingAtEnd, deviceName } = useSession();
  const cameFrom = new URLSearchParams(useSearch()).get('next');
  const next = useNext();
  const setback = useSetback();
  const form = useForm({ email: '', password: '' }, { email, password: filled('Enter your password') });
  const submission = useSubmit(
    form,
    ({ email: address, password }) => callAuth('login', { email: address.trim(), password, device_name: deviceName }),
    (session) => signIn(session),
  );
  return (
    <AuthPage title="Sign in" intro="Welcome back to the pass.">
      {waitingAtEnd > 0 && (
        <FormNotice kind="calm">
          {waitingAtEnd === 1 ? '1 change waits' : `${waitingAtEnd} changes wait`} on this device. Sign in and{' '}
          {waitingAtEnd === 1 ? 'it is' : 'they are'} sent.
        </FormNotice>
      )}
      <AuthForm
        submission={submission}
        note={setback === undefined ? (message ?? (cameFrom ? fixedTexts.unauthenticated : null)) : setback}
        doWords="Sign in"
      >
        <TextField
          {...form.field('email')}
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          takesFocus
          contentBefore={<Mail20Regular aria-hidden="true" />}
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
          aside={
            <Link href={links.forgotPassword(next)} className={styles.aside}>
              Forgot password?
            </Link>
          }
        />
      </AuthForm>
      <Providers />
      <p className={styles.after}>
        New to Galley? <Link href={links.register(next)}>Create an account</Link>
      </p>
    </AuthPage>
  );
}
