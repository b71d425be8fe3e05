import { Button } from '@fluentui/react-components';
import {
  ArrowUndo20Regular,
  ClockAlarm20Regular,
  MoreHorizontal20Regular,
  Print20Regular,
  Timer20Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import { isEditable } from '../../../../contract/orders/edit.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { nextSteps, type Step } from '../../../../contract/orders/status.ts';
import type { Mirrored } from '../../../data/db.ts';
import { dayLabel, timeOf } from '../../../lib/wall-clock.ts';
import { links } from '../../../links.ts';
import css from './detail.module.css';
import { AnswerTime } from '../AnswerTime.tsx';
import { isLate } from '../Due.tsx';
import { isOpen } from '../list/match.ts';
import { MinuteChips } from '../steps/MinuteChips.tsx';
import { minuteChoices, usualMinutes } from '../steps/minutes.ts';
import type { OrderActions } from '../steps/OrderActions.tsx';
import { ageLabel, minutesSince } from '../../../lib/age.ts';
import { isDeletable } from '../steps/remove.ts';
import { menuSteps, takeStep } from '../steps/steps.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { placedBy, reasonLabel } from '../labels.ts';
import { typeLabel } from '../../../ui/order-label.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { useMay, useMayCall } from '../../../session/use-may.ts';
import { removeOrder } from '../mutations.ts';
import { useAllowedSteps } from '../steps/use-allowed-steps.ts';

interface Props {
  order: Mirrored<'orders'>;
  restaurant: Restaurant;
  now: number;
  /** null: read-only. */
  actions: OrderActions | null;
  /** Chosen preparation time; null: the restaurant's usual. */
  minutes: number | null;
  onMinutes: (minutes: number) => void;
}

/**
 * The head of an order's page: lateness and actions come first. The actions have one order in every state: the quiet ones, what ends
 * the order, "…", and the usual next step last. A new order has Reject beside Accept, because that is its question.
 */
export function OrderHead({ order, restaurant, now, actions, minutes, onMinutes }: Props) {
  const allowed = useAllowedSteps();
  const mayEdit = useMay('orders.take');
  const mayDelete = useMayCall(removeOrder.call);
  const steps = allowed(actions ? nextSteps(order, restaurant, new Date(now)) : []);
  const usual = order.prep_minutes ?? usualMinutes(order, restaurant, now);
  const asksMinutes = order.order_status === 'pending' && steps.some((step) => step.kind === 'forward');
  // A new order asks one question, in one row: Reject or Accept. Everything else is behind "…".
  const isAnswer = ({ order_status }: Step) =>
    asksMinutes && (order_status === 'accepted' || order_status === 'rejected');
  const answers = steps.filter(isAnswer);
  const recalls = steps.filter((step) => step.kind === 'recall');
  const closes = steps.filter((step) => step.kind === 'close');
  const forward = steps.filter((step) => step.kind === 'forward');
  const hasMenuSteps = menuSteps(order, steps).length > 0;
  const take = (step: Step) =>
    asksMinutes && step.order_status === 'accepted'
      ? takeStep(order, step, { prep_minutes: minutes ?? usual })
      : actions?.onStep(order, step);
  const button = (step: Step) => (
    <Button
      key={step.label}
      appearance={lookOf(step, step === steps[0])}
      icon={step.kind === 'recall' ? <ArrowUndo20Regular /> : undefined}
      className={step.kind === 'close' ? css.ending : undefined}
      onClick={() => take(step)}
    >
      {step.label}
    </Button>
  );
  const more = actions && (hasMenuSteps || (isDeletable(order) && mayDelete)) && (
    <Button
      icon={<MoreHorizontal20Regular />}
      aria-label={`More for #${numberOf(order)}`}
      aria-haspopup="menu"
      onClick={(event) => actions.onMore(order, event.currentTarget)}
    />
  );
  return (
    <div className={`g-flex g-wrap g-spread g-start ${css.head}`} data-row={order.id}>
      <div>
        <DueLine order={order} timezone={restaurant.timezone} now={now} />
        <p className={`g-soft ${css.placed}`}>
          Placed {dayLabel(order.placed_at, restaurant.timezone, now)} at {timeOf(order.placed_at, restaurant.timezone)}{' '}
          {placedBy[order.channel] ?? ''}
          {order.external_id && `, number ${order.external_id} there`}
        </p>
        {asksMinutes && order.answer_by_at && (
          <p className="g-soft">
            <AnswerTime order={order} />, then Galley rejects it at {timeOf(order.answer_by_at, restaurant.timezone)}.
          </p>
        )}
      </div>
      {asksMinutes && (
        <div className={`g-row g-spread g-surface-2 g-round-10 g-pad-10-16 ${css.answer}`}>
          <MinuteChips
            label={order.is_asap ? 'Ready in' : 'Cooking takes'}
            choices={minuteChoices(usual)}
            chosen={minutes ?? usual}
            onChoose={onMinutes}
          />
          <div className={`g-flex g-push g-gap-8 ${css.answers}`}>
            {more}
            {answers.toReversed().map(button)}
          </div>
        </div>
      )}
      {!asksMinutes && (
        <div className={`g-row g-wrap g-gap-8 ${css.steps}`}>
          {recalls.map(button)}
          {actions && isEditable(order) && mayEdit && (
            <Link className="g-action g-strong g-hover" href={links.counter({ order: order.id })}>
              Change
            </Link>
          )}
          {actions && (
            <Button icon={<Print20Regular />} onClick={() => actions.onPrint(order)}>
              Print
            </Button>
          )}
          {closes.map(button)}
          {more}
          {forward.toReversed().map(button)}
        </div>
      )}
    </div>
  );
}

/** The usual next step is the one primary button; a step back has no frame. */
function lookOf(step: Step, isUsual: boolean): 'primary' | 'subtle' | 'outline' | 'secondary' {
  if (step.kind === 'recall') return 'subtle';
  if (step.kind === 'close') return 'outline';
  return isUsual ? 'primary' : 'secondary';
}

function DueLine({ order, timezone, now }: { order: Mirrored<'orders'>; timezone: string; now: number }) {
  const type = typeLabel(order.order_type);
  const day = dayLabel(order.due_at, timezone, now);
  const due = `${day === 'today' ? '' : `${day} `}${timeOf(order.due_at, timezone)}`;
  if (isLate(order, now)) {
    return (
      <p className="g-line-title g-text-16 g-bad">
        <ClockAlarm20Regular />
        {type}, due {due}, {ageLabel(minutesSince(order.due_at, now))} late
      </p>
    );
  }
  if (!isOpen(order.order_status)) {
    const reason = reasonLabel(order.rejection_reason ?? order.cancellation_reason);
    const at = order.completed_at ?? order.cancelled_at ?? order.rejected_at;
    return (
      <p className="g-line-title g-text-16">
        {type}, {statusLabel(order.order_status).toLowerCase()}
        {at && ` ${dayLabel(at, timezone, now)} at ${timeOf(at, timezone)}`}
        {reason && `: ${reason.toLowerCase()}`}
      </p>
    );
  }
  return (
    <p className="g-line-title g-text-16">
      <Timer20Regular />
      {type}, due {order.is_asap && order.order_status === 'pending' ? `as soon as possible, about ${due}` : due}
    </p>
  );
}
