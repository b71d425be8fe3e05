import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ReceiptMoney20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { current, subscribe, type Usage } from '../../../contract/subscriptions/calls.ts';
import { planOf, type Plan } from '../../../contract/subscriptions/plans.ts';
import type { Subscription } from '../../../contract/subscriptions/rows.ts';
import type { Result } from '../../api/send.ts';
import { useAction } from '../../api/use-action.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { Banner } from '../../ui/page/Banner.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { showToast } from '../../ui/page/toast.ts';
import { useMinute } from '../../ui/use-minute.ts';
import css from '../../components/settings/settings.module.css';
import { CardButton } from './CardButton.tsx';
import { EndingButton } from './EndingButton.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { changeText, describeFailure, isOver, nextLabel, planLabel, stateLabel, usageLabel } from './labels.ts';
import { PlanList } from './PlanList.tsx';
import { cancelSubscription, choosePlan, openCardPage, payWithEnteredCard, resumeSubscription } from './requests.ts';

const FormDialog = lazy(() =>
  import('../../components/dialogs/FormDialog.tsx').then((module) => ({ default: module.FormDialog })),
);

/** How often and how long the screen asks for a subscription that was just paid for. */
const ASK_AGAIN_MS = 5000;
const ASK_TIMES = 12;

/** What the restaurant pays for Galley itself. */
export function SubscriptionTab() {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  return <Subscriptions timezone={timezone} />;
}

function Subscriptions({ timezone }: { timezone: string }) {
  const { answer, ask } = useQuery(current, {});
  const { run, isSending } = useAction(subscribe);
  const subscription = answer?.ok ? answer.data.subscription : null;
  const search = new URLSearchParams(useSearch());
  const isBack = search.has('subscribed');
  const [, navigate] = useLocation();
  const open =
    subscription && subscription.status !== 'cancelled' && subscription.status !== 'expired' ? subscription : null;

  const [chosen, setChosen] = useState<Plan | null>(null);
  const now = useMinute();
  const [timesLeft, setTimesLeft] = useState(isBack ? ASK_TIMES : 0);
  const isConfirming = answer?.ok === true && open === null && timesLeft > 0;
  // The owner comes back from Stripe's page before its event does. Until then another subscription must not be begun.
  useEffect(() => {
    if (!isConfirming) return;
    const timer = setTimeout(() => {
      ask();
      setTimesLeft(timesLeft - 1);
    }, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isConfirming, timesLeft, ask]);

  async function change<T>(title: string, request: () => Promise<Result<T>>): Promise<T | null> {
    const result = await run(request);
    if (!result) return null;
    if (result.ok) showToast({ title });
    else showToast(describeFailure(result));
    ask();
    return result.ok ? result.data : null;
  }

  async function choose(plan: Plan) {
    const chosen = await change(open ? `Changed to ${plan.name}` : 'Opening the payment page', () =>
      choosePlan(plan.id),
    );
    if (chosen?.checkout_url) location.assign(chosen.checkout_url);
  }

  async function enterCard() {
    const opened = await change('Opening the page for the card', openCardPage);
    if (opened?.card_url) location.assign(opened.card_url);
  }

  async function payWithNew() {
    const used = await change('The subscription is paid with the new card', payWithEnteredCard);
    if (used) navigate(links.settings({ tab: 'subscription' }), { replace: true });
  }

  if (answer === null) return <SkeletonRows rows={3} rowHeight={64} label="Loading the subscription" />;
  if (!answer.ok)
    return (
      <section className={`g-group ${css.card}`}>
        <p>
          {answer.kind === 'offline'
            ? 'The subscription needs internet: the server keeps it. Orders go on without.'
            : `${answer.error.message}.`}
        </p>
        <Button className={css.open} onClick={ask}>
          Try again
        </Button>
        <PlanList open={null} hasTrial={false} isSending onChoose={() => undefined} />
      </section>
    );
  const { is_available: isAvailable } = answer.data;
  return (
    <>
      <h2 className="g-text-18 g-strong">Subscription</h2>
      {subscription?.status === 'past_due' && (
        <Banner kind="warn">
          The last payment failed. Orders go on; change the card below, or Stripe tries the same one again in the next
          days.
        </Banner>
      )}
      <section className={`g-group ${css.card}`} aria-labelledby="subscription-card">
        <div className="g-row g-gap-12">
          <ReceiptMoney20Regular aria-hidden="true" />
          <h3 className="g-group-title" id="subscription-card">
            Your subscription
          </h3>
        </div>
        {!isAvailable && <p>This server sells no subscriptions: Galley costs nothing here.</p>}
        {isConfirming && <p role="status">Stripe is confirming your subscription. This takes a few seconds.</p>}
        {isAvailable && subscription === null && !isConfirming && (
          <p>You have no subscription yet. Choose a plan below.</p>
        )}
        {subscription && <Current subscription={subscription} timezone={timezone} />}
        {open && <Used plan={planOf(open.plan_id)} usage={answer.data.usage} />}
        {open && isAvailable && (
          <CardButton
            isEntered={search.has('card')}
            isOverdue={open.status === 'past_due'}
            isSending={isSending}
            onEnter={() => void enterCard()}
            onUse={() => void payWithNew()}
          />
        )}
        {open && isAvailable && (
          <EndingButton
            subscription={open}
            isSending={isSending}
            onCancel={() => void change('Cancelled for the end of the period', cancelSubscription)}
            onResume={() => void change('The subscription goes on', resumeSubscription)}
          />
        )}
      </section>
      {isAvailable && (
        <section className={`g-group ${css.card}`} aria-labelledby="plans-card">
          <h3 className="g-group-title" id="plans-card">
            Plans
          </h3>
          <PlanList
            open={open}
            hasTrial={subscription === null}
            isSending={isSending || isConfirming}
            onChoose={(plan) => (open ? setChosen(plan) : void choose(plan))}
          />
          {open && chosen && (
            <Suspense>
              <FormDialog
                title={`Change to ${planLabel(chosen.id)}?`}
                keepLabel="Keep the plan"
                submitLabel={`Change to ${chosen.name}`}
                onDo={() => {
                  void choose(chosen);
                  return true;
                }}
                onClose={() => setChosen(null)}
              >
                <p>{changeText(open, chosen, timezone, now)}</p>
                {open.cancel_at_period_end && <p>The subscription then goes on: it is not cancelled any more.</p>}
              </FormDialog>
            </Suspense>
          )}
        </section>
      )}
      {(isAvailable || subscription) && <HistoryCard timezone={timezone} />}
    </>
  );
}

/** Beyond the plan nothing stops. */
function Used({ plan, usage }: { plan: Plan | null; usage: Usage }) {
  if (!plan) return null;
  return (
    <>
      <p>{usageLabel(plan, usage)}</p>
      {isOver(plan, usage) && (
        <p className="g-warn">
          That is more than {plan.name} includes. Nothing stops, and nothing more is charged. If most months are like
          this, choose a plan with more.
        </p>
      )}
    </>
  );
}

function Current({ subscription, timezone }: { subscription: Subscription; timezone: string }) {
  return (
    <p>
      <span className="g-strong g-ink">
        {planLabel(subscription.plan_id)} · {stateLabel(subscription.status)}
      </span>
      <br />
      {nextLabel(subscription, timezone, useMinute())}
      {subscription.payment_method_label && ` Paid with ${subscription.payment_method_label}.`}
    </p>
  );
}
