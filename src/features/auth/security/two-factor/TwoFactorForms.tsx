import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import * as twoFactor from '../../../../../contract/settings/two-factor-calls.ts';
import { failureText } from '../../../../api/failure-text.ts';
import { useAction } from '../../../../api/use-action.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { QrCode } from '../../../../ui/QrCode.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { ActionForm } from '../../../../components/settings/ActionForm.tsx';
import { useOwnerFields } from '../../../../components/settings/use-owner-fields.ts';
import { confirmTwoFactor, startTwoFactor, stopTwoFactor } from './requests.ts';
import css from './two-factor.module.css';

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

interface Secret {
  token: string;
  otpauth_url: string;
}

/** Three steps: the password, a code of the app, and the recovery codes. */
export function StartForm({ onDone, onCancel }: Props) {
  const { values, setFaults, field } = useOwnerFields('current_password');
  const [secret, setSecret] = useState<Secret | null>(null);
  const action = useAction(twoFactor.start);

  async function begin() {
    if (values.current_password === '') return setFaults({ current_password: 'Enter your password.' });
    const result = await action.run(() => startTwoFactor(values.current_password));
    if (!result) return;
    if (!result.ok) return setFaults({ current_password: failureText(result) });
    setSecret(result.data);
  }

  if (secret) return <ConfirmForm secret={secret} onDone={onDone} onCancel={onCancel} />;
  return (
    <ActionForm isOfOwner submitLabel="Set up two-factor sign-in" action={action} onSend={begin} onCancel={onCancel}>
      <TextField {...field('current_password')} label="Current password" autoComplete="current-password" takesFocus />
    </ActionForm>
  );
}

/** Shows the secret, and turns it on with a code of it. */
export function ConfirmForm({ secret, onDone, onCancel }: Props & { secret: Secret }) {
  const { values, setFaults, field } = useOwnerFields('code');
  const [codes, setCodes] = useState<string[] | null>(null);
  const action = useAction(twoFactor.confirm);

  async function confirm() {
    if (values.code.trim() === '') return setFaults({ code: 'Enter the code that the app shows.' });
    const result = await action.run(() => confirmTwoFactor(values.code.trim()));
    if (!result) return;
    if (!result.ok) return setFaults({ code: failureText(result) });
    setCodes(result.data.token.split(' '));
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <ActionForm isOfOwner submitLabel="Turn on" action={action} onSend={confirm} onCancel={onCancel}>
      <p>
        Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis. On a phone,{' '}
        <a href={secret.otpauth_url}>open it in the app</a>.
      </p>
      <QrCode text={secret.otpauth_url} label="QR code for the authenticator app" className={css.qr} />
      <p>If you cannot scan it, enter this key as a time-based key:</p>
      <p className={`g-break ${css.key}`}>{(secret.token.match(/.{1,4}/g) ?? []).join(' ')}</p>
      <TextField
        {...field('code')}
        type="text"
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        takesFocus
      />
    </ActionForm>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="g-stack g-gap-12">
      <p>
        <b>Two-factor sign-in is on.</b> Keep these recovery codes where you find them without your phone: each signs
        you in once. They are not shown again.
      </p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="g-row g-wrap g-gap-12">
        <Button onClick={() => saveFile('galley-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}>
          Save as a file
        </Button>
        <Button appearance="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}

/** Needs the password and a code. */
export function StopForm({ onDone, onCancel }: Props) {
  const { values, setFaults, field } = useOwnerFields('current_password', 'code');
  const action = useAction(twoFactor.stop);
  async function stop() {
    if (values.current_password === '') return setFaults({ current_password: 'Enter your password.' });
    if (values.code.trim() === '') return setFaults({ code: 'Enter a code of the app, or a recovery code.' });
    const result = await action.run(() => stopTwoFactor(values.current_password, values.code.trim()));
    if (!result) return;
    if (result.ok) return onDone();
    const isCode = result.kind !== 'offline' && result.error.code === 'code_wrong';
    setFaults({ [isCode ? 'code' : 'current_password']: failureText(result) });
  }
  return (
    <ActionForm
      isOfOwner
      submitLabel="Turn off two-factor sign-in"
      cancelLabel="Keep it on"
      action={action}
      onSend={stop}
      onCancel={onCancel}
    >
      <TextField {...field('current_password')} label="Current password" autoComplete="current-password" takesFocus />
      <TextField
        {...field('code')}
        type="text"
        label="Code"
        hint="From the app, or a recovery code."
        autoComplete="one-time-code"
        maxLength={40}
      />
    </ActionForm>
  );
}
