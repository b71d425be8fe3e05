import { Button, Spinner } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { links } from '../../../links.ts';
import { signIn, useSession } from '../../../session/session.ts';
import { callAuth } from '../form/call-auth.ts';
import { AuthPage } from '../form/AuthPage.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import styles from '../form/form.module.css';
import { FormNotice } from '../form/FormNotice.tsx';
import { providerOf, providerLabels, setbackMessages } from './provider-labels.ts';
import { refusalMessage } from '../form/refusal-message.ts';
import { useNext } from '../use-next.ts';

type Stage =
  | { kind: 'asking' }
  /** The account exists already; its password proves that it is the same person. */
  | { kind: 'connect'; email: string }
  | { kind: 'failed'; words: string; canRepeat: boolean };

/**
 * Where a provider's sign-in returns to (Facebook's too): redeems the one-time code, then the guard goes on. The code is removed
 * from the address before anything else, so that it is in no history.
 */
export function ProviderReturnScreen() {
  const { deviceName } = useSession();
  const query = new URLSearchParams(useSearch());
  const next = useNext();
  const provider = providerOf(query.get('with'));
  const [code] = useState(() => new URLSearchParams(location.hash.slice(1)).get('code'));
  const [stage, setStage] = useState<Stage>(code === null ? lost() : { kind: 'asking' });
  const isAsked = useRef(false);

  useEffect(() => {
    if (code === null || isAsked.current) return;
    isAsked.current = true;
    history.replaceState(history.state, '', location.pathname + location.search);
    void handIn(code);
  });

  function lost(): Stage {
    return { kind: 'failed', words: setbackMessages('expired', provider)!, canRepeat: false };
  }

  async function handIn(token: string): Promise<void> {
    setStage({ kind: 'asking' });
    const result = await callAuth(finishes[provider], { token, device_name: deviceName });
    if (result.ok) return signIn(result.data);
    if (result.kind === 'refused' && result.error.code === 'password_needed') {
      const { email } = result.error.current as { email: string };
      return setStage({ kind: 'connect', email });
    }
    if (result.kind === 'refused' && result.error.code === 'sign_in_invalid') return setStage(lost());
    setStage({ kind: 'failed', words: refusalMessage(result), canRepeat: true });
  }

  if (stage.kind === 'connect' && code !== null)
    return (
      <AuthPage
        title={`Connect ${providerLabels[provider]}`}
        intro={`There is a Galley account for ${stage.email}. Its password, once, and ${providerLabels[provider]} signs you in from then on.`}
      >
        <ConnectForm provider={provider} token={code} email={stage.email} />
      </AuthPage>
    );
  return (
    <AuthPage title={`Sign in with ${providerLabels[provider]}`}>
      <div className={`g-stack g-gap-16 ${styles.form}`}>
        {stage.kind === 'asking' && <Spinner size="tiny" label="Signing you in" labelPosition="after" />}
        <FormNotice kind="bad">{stage.kind === 'failed' && stage.words}</FormNotice>
        {stage.kind === 'failed' && stage.canRepeat && code !== null && (
          <Button appearance="primary" onClick={() => void handIn(code)}>
            Try again
          </Button>
        )}
      </div>
      {stage.kind === 'failed' && (
        <p className={`g-centered g-faint ${styles.after}`}>
          <Link href={links.login(next)}>Back to sign in</Link>
        </p>
      )}
    </AuthPage>
  );
}

const finishes = { google: 'finishGoogle', facebook: 'finishFacebook' } as const;
