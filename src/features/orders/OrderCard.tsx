import { Link } from 'wouter';
import { isPending } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { AnswerTime } from './AnswerTime.tsx';
import { DueTime, isLate, typeIcon } from './Due.tsx';
import css from './cards.module.css';
import { isOpen } from './match.ts';
import type { OrderRowProps } from './OrderRow.tsx';
import { minutesSince } from './Placed.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { StepButton } from './StepButton.tsx';
import { ageLabel, itemsLine, typeLabel, whoLine } from './labels.ts';
import { numberOf } from '../../lib/order-number.ts';

/** An order on a phone: number, name, total; what it is; status, due and one big button. The rest of the card opens it. */
export function OrderCard({ order, href, first, timezone, now, today, onStep }: OrderRowProps) {
  const isNew = order.order_status === 'pending';
  const look = [css.card, isNew && css.new, !isOpen(order.order_status) && css.done];
  return (
    <li data-row={order.id} className={look.filter(Boolean).join(' ')}>
      <div className={css.head}>
        <Link href={href} className={css.number}>
          #{numberOf(order)}
        </Link>
        <span className={css.who}>
          <bdi>{whoLine(order)}</bdi>
        </span>
        <span className={css.total}>{money(order.total_amount, order.currency)}</span>
      </div>
      <p className={css.items}>
        <bdi>{itemsLine(order)}</bdi>
      </p>
      <div className={css.foot}>
        <div className={css.facts}>
          <StatusBadge status={order.order_status} isPending={isPending(order)} />
          <span className={css.due} title={typeLabel(order.order_type)}>
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
        </div>
        {first && <StepButton order={order} step={first} onStep={onStep} />}
      </div>
    </li>
  );
}
