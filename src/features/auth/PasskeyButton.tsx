import { Button } from '@fluentui/react-components';
import { PersonPasskey20Regular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import { whyNot } from '../../api/online-reasons.ts';
import { signWithPasskey, type PasskeyFailure } from '../../api/webauthn.ts';
import { useOnline } from '../../lib/use-online.ts';
import { signIn, useSession } from '../../session/session.ts';
import { callAuth } from './form/call-auth.ts';
import { FormNotice } from './form/FormNotice.tsx';
import { refusalMessage } from './form/refusal-message.ts';

/** Signs in with a passkey of this device, without an address or a password. It is below a form that says when there is no network. */
export function PasskeyButton() {
  const { deviceName } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const why = whyNot('sign_in', useOnline());
  const whyId = useId();

  async function enter(): Promise<string | null> {
    const begun = await callAuth('beginPasskey', {});
    if (!begun.ok) return refusalMessage(begun);
    const signed = await signWithPasskey(begun.data.options);
    if (!signed.ok) return failureWords[signed.why];
    const result = await callAuth('finishPasskey', {
      token: begun.data.token,
      credential: signed.credential,
      device_name: deviceName,
    });
    if (!result.ok) return refusalMessage(result);
    signIn(result.data);
    return null;
  }

  async function press() {
    if (isAsking || why !== null) return;
    setIsAsking(true);
    setFault(null);
    setFault(await enter());
    setIsAsking(false);
  }

  return (
    <>
      <p id={whyId} className="g-hidden">
        {why}
      </p>
      <Button
        className="g-full"
        icon={<PersonPasskey20Regular />}
        aria-describedby={whyId}
        disabledFocusable={isAsking || why !== null}
        onClick={() => void press()}
      >
        Sign in with a passkey
      </Button>
      <FormNotice kind="bad">{fault}</FormNotice>
    </>
  );
}

const failureWords: Record<PasskeyFailure, string> = {
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  added: 'No passkey was used. Try again, or sign in with your password.',
  impossible: 'This browser cannot use a passkey at this address. Sign in with your password.',
};
