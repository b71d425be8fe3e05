import { Mail20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { fixedTexts } from '../../../contract/fixed-texts.ts';
import { EMAIL_MAX } from '../../../contract/limits.ts';
import { hasPasskeys } from '../../lib/has-passkeys.ts';
import { links } from '../../links.ts';
import { signIn, useSession } from '../../session/session.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { callAuth } from './form/call-auth.ts';
import { AuthForm } from './form/AuthForm.tsx';
import { AuthPage } from './form/AuthPage.tsx';
import { email, filled } from './form/checks.ts';
import styles from './form/form.module.css';
import { FormNotice } from './form/FormNotice.tsx';
import passkey from './PasskeyButton.module.css';
import { PasswordField } from './form/PasswordField.tsx';
import { Providers } from './providers/Providers.tsx';
import type { Failure } from './form/refusal-message.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { useNext } from './use-next.ts';
import { useSetback } from './providers/use-setback.ts';
import { useSubmit } from './form/use-submit.ts';

const PasskeyButton = lazy(() => import('./PasskeyButton.tsx').then((m) => ({ default: m.PasskeyButton })));

/** Signs in. The guard then goes to onboarding, to the requested page, or to the app's index. */
export function LoginScreen() {
  const { message, waitingAtEnd, deviceName } = useSession();
  const cameFrom = new URLSearchParams(useSearch()).get('next');
  const next = useNext();
  const setback = useSetback();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({ email: '', password: '', code: '' }, { email, password: filled('Enter your password') });
  const submission = useSubmit(
    form,
    async ({ email: address, password, code }) => {
      const account = { email: address.trim(), password, device_name: deviceName };
      const result = await callAuth('login', needsCode && code ? { ...account, code } : account);
      if (!result.ok && result.error.code === 'two_factor_needed') setNeedsCode(true);
      return result;
    },
    (session) => signIn(session),
    { fieldsOf: codeFault },
  );
  return (
    <AuthPage title="Sign in">
      {waitingAtEnd > 0 && (
        <FormNotice kind="calm">
          {waitingAtEnd === 1 ? '1 change waits' : `${waitingAtEnd} changes wait`} on this device. Sign in and{' '}
          {waitingAtEnd === 1 ? 'it is' : 'they are'} sent.
        </FormNotice>
      )}
      <AuthForm
        submission={submission}
        note={setback === undefined ? (message ?? (cameFrom ? fixedTexts.unauthenticated : null)) : setback}
        submitLabel="Sign in"
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
            <Link href={links.forgotPassword(next)} className="g-text-14">
              Forgot password?
            </Link>
          }
        />
        {needsCode && (
          <TextField
            {...form.field('code')}
            label="Code"
            hint="From your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            takesFocus
          />
        )}
      </AuthForm>
      {hasPasskeys() && (
        // Has its height from the start, so that nothing moves when the button appears.
        <div className={passkey.passkey}>
          <Suspense>
            <PasskeyButton />
          </Suspense>
        </div>
      )}
      <Providers />
      <p className={`g-centered g-faint ${styles.after}`}>
        New to Galley? <Link href={links.register(next)}>Create an account</Link>
      </p>
    </AuthPage>
  );
}

/** A code that is missing or wrong stands at its field. */
function codeFault({ error }: Failure): Record<string, string> | undefined {
  if (error.code === 'two_factor_needed') return { code: 'Enter the code of your authenticator app' };
  if (error.code === 'code_wrong') return { code: 'Wrong code. Enter the one that the app shows now' };
  return error.field_errors;
}
