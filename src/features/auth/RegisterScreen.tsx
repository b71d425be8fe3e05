import { Link } from 'wouter';
import { links } from '../../links.ts';
import { noteCodeSent } from '../../session/code-request.ts';
import { signIn, useSession } from '../../session/session.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Agreement } from './form/Agreement.tsx';
import { callAuth } from './form/call-auth.ts';
import { AuthForm } from './form/AuthForm.tsx';
import { AuthPage } from './form/AuthPage.tsx';
import { EMAIL_MAX, PASSWORD_MIN, RESTAURANT_NAME_MAX } from '../../../contract/limits.ts';
import { email, filled, newPassword } from './form/checks.ts';
import styles from './form/form.module.css';
import { PasswordField } from './form/PasswordField.tsx';
import { Providers } from './providers/Providers.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useNext } from './use-next.ts';
import { useSubmit } from './form/use-submit.ts';

/** Creates an account. The guard then asks for the mailed code. */
export function RegisterScreen() {
  const { deviceName } = useSession();
  const next = useNext();
  const form = useForm(
    { restaurant_name: '', email: '', password: '' },
    { restaurant_name: filled("Enter the restaurant's name"), email, password: newPassword },
  );
  const submission = useSubmit(
    form,
    (values) =>
      callAuth('register', {
        restaurant_name: values.restaurant_name.trim(),
        email: values.email.trim(),
        password: values.password,
        device_name: deviceName,
      }),
    (session) => {
      noteCodeSent(session.user.email);
      signIn(session);
    },
  );
  return (
    <AuthPage
      above={<p className="g-text-13 g-full g-faint">Step 1 of 3</p>}
      title="Create an account"
      intro="Your e-mail, a password, the restaurant's name. The rest can wait."
    >
      <AuthForm submission={submission} submitLabel="Create account">
        <TextField
          {...form.field('restaurant_name')}
          label="Restaurant name"
          autoComplete="organization"
          maxLength={RESTAURANT_NAME_MAX}
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
          maxLength={EMAIL_MAX}
          required
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters`}
        />
        <Agreement />
      </AuthForm>
      <Providers hasAgreement />
      <p className={`g-centered g-faint ${styles.after}`}>
        Already have an account? <Link href={links.login(next)}>Sign in</Link>
      </p>
    </AuthPage>
  );
}
