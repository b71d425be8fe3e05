import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import { plans, type Plan } from '../../../contract/subscriptions/plans.ts';
import type { Subscription } from '../../../contract/subscriptions/rows.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import form from '../../components/settings/action-form.module.css';
import { priceLabel } from './labels.ts';
import css from './subscription.module.css';

interface Props {
  /** The open subscription. */
  open: Subscription | null;
  /** Nobody has subscribed yet, so that a trial comes first. */
  hasTrial: boolean;
  isSending: boolean;
  onChoose: (plan: Plan) => void;
}

/** The plans, with one explanation for all while none can be chosen. */
export function PlanList({ open, hasTrial, isSending, onChoose }: Props) {
  const why = whyNot('subscribing', useIsOnline());
  const whyId = useId();
  return (
    <>
      <ul className={css.plans}>
        {plans
          .filter((plan) => plan.is_public)
          .map((plan) => {
            const isCurrent = open?.plan_id === plan.id;
            return (
              <li key={plan.id} className={`g-stack g-gap-8 ${css.plan}`}>
                <h4 className="g-strong g-ink">{plan.name}</h4>
                <p className="g-text-18 g-strong g-ink">{priceLabel(plan)}</p>
                <p>{hasTrial ? `${plan.trial_days} days free. ${plan.description}` : plan.description}</p>
                <ul className={css.features}>
                  {plan.features.map((feature) => (
                    <li key={feature}>{feature}</li>
                  ))}
                </ul>
                <Button
                  className={css.choose}
                  aria-label={`${open ? 'Change to' : 'Subscribe to'} ${plan.name}, ${priceLabel(plan)}`}
                  aria-describedby={whyId}
                  disabledFocusable={isSending || isCurrent || why !== null}
                  onClick={() => onChoose(plan)}
                >
                  {isCurrent ? 'Your plan' : open ? 'Change' : 'Subscribe'}
                </Button>
              </li>
            );
          })}
      </ul>
      <p id={whyId} className={`g-warn ${form.why}`} aria-live="polite">
        {why}
      </p>
    </>
  );
}
