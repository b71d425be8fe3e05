import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { Subscription } from '../../../contract/subscriptions/rows.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import form from '../../components/settings/action-form.module.css';
import css from '../../components/settings/settings.module.css';

const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Props {
  subscription: Pick<Subscription, 'cancel_at_period_end'>;
  isSending: boolean;
  onCancel: () => void;
  onResume: () => void;
}

/** Cancels an open subscription for the end of its period, or takes that back. */
export function EndingButton({ subscription, isSending, onCancel, onResume }: Props) {
  const why = whyNot('subscribing', useIsOnline());
  const whyId = useId();
  const [isConfirming, setIsConfirming] = useState(false);
  const isEnding = subscription.cancel_at_period_end;
  return (
    <>
      <Button
        className={css.open}
        aria-describedby={whyId}
        disabledFocusable={isSending || why !== null}
        onClick={isEnding ? onResume : () => setIsConfirming(true)}
      >
        {isEnding ? 'Resume the subscription' : 'Cancel the subscription'}
      </Button>
      <p id={whyId} className={`g-warn ${form.why}`} aria-live="polite">
        {why}
      </p>
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            title="Cancel the subscription?"
            keepLabel="Keep it"
            submitLabel="Cancel the subscription"
            onDo={onCancel}
            onClose={() => setIsConfirming(false)}
          >
            It stays until the end of the period that is paid for. You can resume it until then.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
