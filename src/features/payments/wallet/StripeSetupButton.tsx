import { Button } from '@fluentui/react-components';
import { openStripeSetup } from '../../../../contract/payments/setup-calls.ts';
import { send } from '../../../api/send.ts';
import { useAction } from '../../../api/use-action.ts';
import form from '../../../components/settings/action-form.module.css';

/** Sends the owner to Stripe's own pages, where the details of the account are entered. `isBegun`: some of them are there. */
export function StripeSetupButton({ isBegun = false }: { isBegun?: boolean }) {
  const { run, isBlocked, why, fault, stateId } = useAction(openStripeSetup);

  async function open() {
    const result = await run(() => send(openStripeSetup, { body: {} }));
    if (result?.ok) location.assign(result.data.onboarding_url);
  }

  return (
    <>
      <Button aria-describedby={stateId} disabledFocusable={isBlocked} onClick={() => void open()}>
        {isBegun ? 'Go on at Stripe' : 'Set up Stripe'}
      </Button>
      <p id={stateId} className={`g-warn ${form.why}`} aria-live="polite">
        {why ?? fault}
      </p>
    </>
  );
}
