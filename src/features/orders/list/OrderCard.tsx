import { Link } from 'wouter';
import { isPending } from '../../../data/live.ts';
import { money } from '../../../lib/money.ts';
import { isUnpaid } from '../../../../contract/payments/write-off.ts';
import { UnpaidWord } from '../../../components/UnpaidWord.tsx';
import { classes } from '../../../ui/classes.ts';
import { AnswerTime } from '../AnswerTime.tsx';
import { DueTime, isLate, typeIcon } from '../Due.tsx';
import { MoneyBackMark } from '../MoneyBackMark.tsx';
import css from './cards.module.css';
import { isOpen } from './match.ts';
import type { OrderRowProps } from './OrderRow.tsx';
import { ageLabel, minutesSince } from '../../../lib/age.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { StepButton } from '../steps/StepButton.tsx';
import { itemsLine, whoLine } from '../labels.ts';
import { typeLabel } from '../../../ui/order-label.ts';
import { numberOf } from '../../../lib/order-number.ts';

/** An order on a phone: number, name and total; items; status, due time and one large button. The rest of the card opens it. */
export function OrderCard({ order, href, first, timezone, now, today, onStep }: OrderRowProps) {
  const isNew = order.order_status === 'pending';
  const look = [css.card, isNew && css.new, !isOpen(order.order_status) && css.done];
  return (
    <li data-row={order.id} className={look.filter(Boolean).join(' ')}>
      <div className="g-flex g-baseline g-gap-8 g-strong g-size-16">
        <Link href={href} className="g-heavy g-link g-plain g-cover">
          #{numberOf(order)}
        </Link>
        <span className={`g-narrow g-break g-ink ${css.who}`}>
          <bdi>{whoLine(order)}</bdi>
        </span>
        <UnpaidWord order={order} look="g-push g-text-13" />
        <span className={classes('g-digits g-ink', css.total, !isUnpaid(order) && 'g-push')}>
          {money(order.total_amount, order.currency)}
        </span>
      </div>
      <p className={`g-truncate g-soft ${css.items}`}>
        <bdi>{itemsLine(order)}</bdi>
      </p>
      <div className={`g-row g-gap-10 ${css.foot}`}>
        <div className={`g-row ${css.facts}`}>
          <StatusBadge status={order.order_status} isPending={isPending(order)} />
          <span className="g-inline g-gap-6 g-soft" title={typeLabel(order.order_type)}>
            {typeIcon(order.order_type)}
            {isNew && !isLate(order, now) ? (
              order.answer_by_at ? (
                <AnswerTime order={order} />
              ) : (
                `${ageLabel(minutesSince(order.placed_at, now))} ago`
              )
            ) : (
              <span>
                {isOpen(order.order_status) && 'Due '}
                <DueTime order={order} timezone={timezone} now={now} today={today} />
              </span>
            )}
          </span>
          <MoneyBackMark order={order} />
        </div>
        {first && <StepButton order={order} step={first} onStep={onStep} />}
      </div>
    </li>
  );
}
