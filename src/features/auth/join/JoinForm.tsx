import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Session } from '../../../../contract/auth/calls.ts';
import type { Reply } from '../../../../contract/call.ts';
import { PASSWORD_MIN } from '../../../../contract/limits.ts';
import type * as people from '../../../../contract/people/calls.ts';
import { may } from '../../../../contract/people/permissions.ts';
import { links } from '../../../links.ts';
import { signIn, useSession } from '../../../session/session.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { UserName } from '../../../ui/UserName.tsx';
import { AuthForm } from '../form/AuthForm.tsx';
import { callAuth } from '../form/call-auth.ts';
import { filled, newPassword } from '../form/checks.ts';
import { PasswordField } from '../form/PasswordField.tsx';
import type { Failure } from '../form/refusal-message.ts';
import { useSubmit } from '../form/use-submit.ts';

interface Props {
  token: string;
  invitation: Reply<typeof people.readInvitation>;
}

/** Accepts an invitation: with the password of the account, or with a new one for an address that has none. */
export function JoinForm({ token, invitation: { email, has_account: hasAccount, restaurant_name } }: Props) {
  const { deviceName, authToken } = useSession();
  const [, navigate] = useLocation();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm(
    { password: '', code: '' },
    { password: hasAccount ? filled('Enter your password') : newPassword },
  );
  const submission = useSubmit(
    form,
    async ({ password, code }) => {
      const body = { token, password, device_name: deviceName };
      const result = await callAuth('acceptInvitation', needsCode && code ? { ...body, code } : body);
      if (!result.ok && result.error.code === 'two_factor_needed') setNeedsCode(true);
      return result;
    },
    (session) => {
      // Already signed in to another restaurant here, which stays.
      if (authToken) return void join(session);
      signIn(session);
      // This page is open for those who are signed in, too: nobody else leads on.
      navigate(may(session.role, 'insights') ? links.insights() : links.orders(), { replace: true });
    },
    { fieldsOf },
  );
  return (
    <AuthForm
      submission={submission}
      submitLabel={`Join ${restaurant_name}`}
      note={
        hasAccount
          ? `${email} has a Galley account. Enter its password.`
          : `You sign in with ${email} and the password that you choose here.`
      }
    >
      <UserName email={email} />
      <PasswordField
        {...form.field('password')}
        label={hasAccount ? 'Password' : 'New password'}
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        required
        takesFocus
        {...(hasAccount
          ? {
              aside: (
                <Link href={links.forgotPassword()} className="g-text-14">
                  Forgot password?
                </Link>
              ),
            }
          : { hint: `At least ${PASSWORD_MIN} characters` })}
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
  );
}

/** As a new page, because the local database is another one. */
async function join(session: Session): Promise<void> {
  const { switchToNew } = await import('../../../session/places.ts');
  await switchToNew(session);
  location.assign(links.orders());
}

/** What stands at which field. */
function fieldsOf({ error }: Failure): Record<string, string> | undefined {
  if (error.code === 'wrong_credentials') return { password: 'Wrong password' };
  if (error.code === 'two_factor_needed') return { code: 'Enter the code of your authenticator app' };
  if (error.code === 'code_wrong') return { code: 'Wrong code. Enter the one that the app shows now' };
  return error.field_errors;
}
