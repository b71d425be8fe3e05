import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { links } from '../../links.ts';
import { callAuth } from './form/call-auth.ts';
import { AuthForm } from './form/AuthForm.tsx';
import { AuthPage } from './form/AuthPage.tsx';
import { PASSWORD_MIN } from '../../../contract/limits.ts';
import { newPassword } from './form/checks.ts';
import styles from './form/form.module.css';
import { PasswordField } from './form/PasswordField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useSubmit } from './form/use-submit.ts';

/** Sets a new password with the token of the mailed link. That ends every session. */
export function ResetScreen() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const form = useForm(
    { password: '', confirm_password: '' },
    {
      password: newPassword,
      confirm_password: (value, all) => (value === all.password ? null : 'The two passwords differ'),
    },
  );
  const [isDone, setIsDone] = useState(false);
  const submission = useSubmit(
    form,
    (values) => callAuth('resetPassword', { token, ...values }),
    () => setIsDone(true),
    { fault: token === '' ? 'This link is incomplete. Request a new one.' : null },
  );

  if (isDone) {
    return (
      <AuthPage title="The new password is set" intro="Every device is signed out. Sign in with the new password.">
        <p className={`g-centered g-faint ${styles.after}`}>
          <Link href={links.login()}>Sign in</Link>
        </p>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Set a new password" intro="It ends every session, on this device and on all others.">
      <AuthForm submission={submission} submitLabel="Set the password">
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
          label="Confirm new password"
          autoComplete="new-password"
          required
        />
      </AuthForm>
      <p className={`g-centered g-faint ${styles.after}`}>
        <Link href={links.forgotPassword()}>Ask for a new link</Link>
      </p>
    </AuthPage>
  );
}
