import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { openStripeSetup } from '../../../../contract/payments/setup-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { send } from '../../../api/send.ts';
import { useNotOffered } from '../../../api/use-offered.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import form from '../owner-form.module.css';

/** Sends the owner to Stripe's own pages, where the details of the account are entered. `isBegun`: some of them are there. */
export function StripeSetupButton({ isBegun = false }: { isBegun?: boolean }) {
  const lacking = useNotOffered(openStripeSetup);
  const why = whyNot('provider_setup', useIsOnline());
  const whyId = useId();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState('');

  async function open() {
    setIsSending(true);
    setFailure('');
    const result = await send(openStripeSetup, { body: {} });
    if (result.ok) return location.assign(result.data.onboarding_url);
    setIsSending(false);
    setFailure(result.kind === 'offline' ? 'The server cannot be reached. Try again.' : `${result.error.message}.`);
  }

  if (lacking !== null) return null;
  return (
    <>
      <Button
        size="large"
        aria-describedby={whyId}
        disabledFocusable={isSending || why !== null}
        onClick={() => void open()}
      >
        {isBegun ? 'Go on at Stripe' : 'Set up Stripe'}
      </Button>
      <p id={whyId} className={`g-warn ${form.why}`} aria-live="polite">
        {why ?? failure}
      </p>
    </>
  );
}
