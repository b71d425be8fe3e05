import { Mail20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { EMAIL_MAX } from '../../../contract/limits.ts';
import { links } from '../../links.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { callAuth } from './form/call-auth.ts';
import { AuthForm } from './form/AuthForm.tsx';
import { AuthPage } from './form/AuthPage.tsx';
import { email } from './form/checks.ts';
import styles from './form/form.module.css';
import { useForm } from '../../ui/form/use-form.ts';
import { useNext } from './use-next.ts';
import { useSubmit } from './form/use-submit.ts';

/** Mails a link to set a new password. The answer is the same whether or not the address has an account. */
export function ForgotScreen() {
  const form = useForm({ email: '' }, { email });
  const next = useNext();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submission = useSubmit(
    form,
    (values) => callAuth('forgotPassword', { email: values.email.trim() }),
    (_data, values) => setSentTo(values.email.trim()),
  );
  return (
    <AuthPage title="Forgot your password" intro="Enter your address. We mail a link to set a new password.">
      <AuthForm
        submission={submission}
        note={sentTo && `If ${sentTo} has an account, a mail with a link is on its way. Look in spam too.`}
        submitLabel="Send the link"
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
      </AuthForm>
      <p className={`g-centered g-faint ${styles.after}`}>
        <Link href={links.login(next)}>Back to sign in</Link>
      </p>
    </AuthPage>
  );
}
