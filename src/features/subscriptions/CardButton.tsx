import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import form from '../../components/settings/action-form.module.css';
import css from '../../components/settings/settings.module.css';

interface Props {
  /** A card was entered at Stripe just now. */
  isEntered: boolean;
  isOverdue: boolean;
  isSending: boolean;
  onEnter: () => void;
  onUse: () => void;
}

/** Leads to the page for another card; afterwards the subscription is paid with it. */
export function CardButton({ isEntered, isOverdue, isSending, onEnter, onUse }: Props) {
  const why = whyNot('subscribing', useIsOnline());
  const whyId = useId();
  return (
    <>
      {isEntered && (
        <p role="status">
          Stripe has the new card. {isOverdue ? 'What is overdue is charged to it at once.' : 'Nothing is charged now.'}
        </p>
      )}
      <Button
        className={css.open}
        appearance={isEntered ? 'primary' : 'secondary'}
        aria-describedby={whyId}
        disabledFocusable={isSending || why !== null}
        onClick={isEntered ? onUse : onEnter}
      >
        {isEntered ? 'Pay with the new card' : 'Change the card'}
      </Button>
      <p id={whyId} className={`g-warn ${form.why}`} aria-live="polite">
        {why}
      </p>
    </>
  );
}
