import { Link } from 'wouter';
import type { Mirrored } from '../../../data/db.ts';
import { isPending } from '../../../data/live.ts';
import { money } from '../../../lib/money.ts';
import { RowMenuButton } from '../../../components/RowMenuButton.tsx';
import { RowCheckbox } from '../../../components/table/RowCheckbox.tsx';
import table from '../../../components/table/table.module.css';
import { isUnpaid } from '../../../../contract/payments/write-off.ts';
import { UnpaidWord } from '../../../components/UnpaidWord.tsx';
import { AnswerTime } from '../AnswerTime.tsx';
import { Due } from '../Due.tsx';
import { MoneyBackMark } from '../MoneyBackMark.tsx';
import css from './orders.module.css';
import { Placed } from '../Placed.tsx';
import type { PlacedRange } from '../queries.ts';
import { classes } from '../../../ui/classes.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { StepButton } from '../steps/StepButton.tsx';
import { isOpen } from './match.ts';
import type { Step } from '../steps/steps.ts';
import { itemsLine, paymentWord, whoLine } from '../labels.ts';
import { numberOf } from '../../../lib/order-number.ts';

export interface OrderRowProps {
  order: Mirrored<'orders'>;
  href: string;
  first: Step | null;
  timezone: string;
  now: number;
  today: PlacedRange;
  isChosen: boolean;
  /** A narrow table: the dishes are below the customer, "Unpaid" below the total. */
  isCompact?: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
  onStep: (order: Mirrored<'orders'>, step: Step) => void;
  onMore: (order: Mirrored<'orders'>, target: HTMLElement) => void;
}

/** An order in the table: its number is the link, and the usual next step is one button. */
export function OrderRow(props: OrderRowProps) {
  const { order, href, first, isChosen, isCompact = false, onChoose, onStep, onMore } = props;
  const items = itemsLine(order);
  const clock = { order, timezone: props.timezone, now: props.now, today: props.today };
  const look = [
    order.order_status === 'pending' && css.new,
    !isOpen(order.order_status) && css.done,
    isChosen && table.chosen,
  ];
  return (
    <tr data-row={order.id} className={look.filter(Boolean).join(' ')} aria-selected={isChosen}>
      <td>
        <RowCheckbox
          label={`Select order #${numberOf(order)}`}
          checked={isChosen}
          onChange={(checked) => onChoose(order.id, checked)}
        />
      </td>
      <th scope="row">
        <Link href={href} className={`g-heavy g-link g-plain ${css.number}`}>
          #{numberOf(order)}
        </Link>
      </th>
      <td data-column="placed">
        <Placed {...clock} />
      </td>
      <td className={classes('g-strong g-ink g-clip', css.who, isCompact && css.wide)}>
        <bdi>{whoLine(order)}</bdi>
        {isCompact && (
          <small className={`g-text-13 g-block g-soft g-clip g-light ${css.below}`} title={items}>
            <bdi>{items}</bdi>
          </small>
        )}
      </td>
      <td>
        <Due {...clock} />
      </td>
      {!isCompact && (
        <>
          <td className={`g-clip ${css.items}`} title={items}>
            <bdi>{items}</bdi>
          </td>
          <td className={css.payment}>
            {isUnpaid(order) ? (
              <UnpaidWord order={order} />
            ) : (
              <MoneyBackMark order={order} otherwise={paymentWord(order)} />
            )}
          </td>
        </>
      )}
      <td className={`${table.amount} ${css.total}`}>
        {money(order.total_amount, order.currency)}
        {isCompact && <UnpaidWord order={order} look="g-text-13 g-block" />}
        {isCompact && (
          <small className="g-text-13 g-block">
            <MoneyBackMark order={order} />
          </small>
        )}
      </td>
      <td>
        <span className={`g-inline g-gap-8 ${css.state}`}>
          <StatusBadge status={order.order_status} isPending={isPending(order)} />
          <AnswerTime order={order} />
        </span>
      </td>
      <td>
        <span className="g-row g-end g-gap-4">
          {first && <StepButton order={order} step={first} onStep={onStep} />}
          <RowMenuButton name={`#${numberOf(order)}`} onOpen={(target) => onMore(order, target)} />
        </span>
      </td>
    </tr>
  );
}
