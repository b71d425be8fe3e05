import { memo, useState, type ReactElement } from 'react';
import {
  CalendarLtr20Regular,
  Checkmark28Regular,
  CheckmarkCircle24Filled,
  Dismiss28Regular,
  Clock20Regular,
  Fire24Filled,
  Food20Regular,
  ShoppingBag20Regular,
  VehicleBicycle20Regular,
  Warning24Filled,
} from '@fluentui/react-icons';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { Dish } from '../../../../contract/orders/price-dish.ts';
import type { Mirrored } from '../../../data/db.ts';
import { isPending } from '../../../data/live.ts';
import { dayLabel, shortUntil, timeOf } from '../../../lib/wall-clock.ts';
import { classes } from '../../../ui/classes.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { AnswerTime } from '../AnswerTime.tsx';
import { minuteChoices, usualMinutes } from '../steps/minutes.ts';
import { ageLabel } from '../../../lib/age.ts';
import { typeLabel } from '../../../ui/order-label.ts';
import { isUnpaid } from '../../../../contract/payments/write-off.ts';
import { changedLabel } from '../changed-label.ts';
import { correctionsSinceStep } from '../read-changes.ts';
import type { Age, AgeTone } from './age.ts';
import { AcceptIn } from './AcceptIn.tsx';
import { allergyStripLabel } from './allergy.ts';
import { isDoubleTap } from './double-tap.ts';
import { useTick } from './tick.ts';
import { actOf, type TicketAct } from './ticket-act.ts';
import css from './ticket.module.css';
import { TicketLine } from './TicketLine.tsx';
import { isNew, isStruck, linesAt } from './tickets.ts';
import { useAge } from './use-age.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { shortWho } from './labels.ts';
import { serverNow } from '../../../lib/server-now.ts';

export type KitchenOrder = Mirrored<'orders'>;

/** From this number of lines on, a ticket may exceed the screen, so it shows how many there are. */
const MANY = 6;

const tones: Record<AgeTone, string | null | undefined> = { ahead: null, fresh: null, soon: css.soon, late: css.late };

interface Props {
  order: KitchenOrder;
  station: string | null;
  items: ReadonlyMap<string, MenuItem>;
  groups: Dish['groups'];
  restaurant: Restaurant;
  /** It has the keyboard's position. */
  isCurrent: boolean;
  isLeaving: boolean;
  /** Dishes that have no room on the board; 0: all are there. */
  more: number;
  onMore: (id: string) => void;
  onAct: (order: KitchenOrder, act: TicketAct) => void;
  onStrike: (order: KitchenOrder, lineId: string, isDone: boolean) => void;
  onReject: (order: KitchenOrder) => void;
  onFocus: (id: string) => void;
}

/** One ticket on the board. Renders again only when the order changes, or once a minute for its age. */
export const Ticket = memo(function Ticket(props: Props) {
  const {
    order,
    station,
    items,
    groups,
    restaurant,
    isCurrent,
    isLeaving,
    more,
    onMore,
    onAct,
    onStrike,
    onReject,
    onFocus,
  } = props;
  const { timezone } = restaurant;
  const age = useAge(order);
  const act = actOf(order, station, restaurant);
  const [chosen, setChosen] = useState<number | null>(null);
  const isAsked = isNew(order) && order.is_asap;
  const usual = useTick((now) => usualMinutes(order, restaurant, now));
  const strip = allergyStripLabel(order);
  const corrections = correctionsSinceStep(order);
  const notes = [order.customer_note, order.kitchen_note].filter(Boolean);
  const lines = linesAt(order, station);
  const elsewhere = order.lines.length - lines.length;
  const number = numberOf(order);

  return (
    // The arrows walk from ticket to ticket, so each takes the focus; Enter presses its button (use-kitchen-keys.ts).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={classes(
        'g-ink g-surface g-round-14 g-edge g-below-12',
        css.ticket,
        tones[age.tone],
        isNew(order) && css.new,
        isLeaving && css.leaving,
      )}
      aria-label={`Order ${number}`}
      data-ticket={order.id}
      data-number={number}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isCurrent ? 0 : -1}
      inert={isLeaving}
      onFocus={() => onFocus(order.id)}
    >
      <Head order={order} age={age} number={number} timezone={timezone} />
      {isNew(order) && (
        <p className={`g-facts g-text-18 g-rigid g-strong ${css.isNew}`}>
          <span>New</span>
          <AnswerTime order={order} />
        </p>
      )}
      {strip && (
        <p className={`g-row g-text-18 g-rigid g-gap-8 g-bold g-white ${css.allergy}`}>
          <Warning24Filled aria-hidden="true" />
          {strip}
        </p>
      )}
      <div className={css.body}>
        {corrections.length > 0 && (
          <p className={`g-text-18 g-tone-info g-heavy g-round-6 g-pad-6-10 ${css.changed}`}>
            {changedLabel(corrections)}
          </p>
        )}
        <ul className={css.lines}>
          {lines.map((line) => (
            <TicketLine
              key={line.id}
              order={order}
              line={line}
              item={line.menu_item_id ? items.get(line.menu_item_id) : undefined}
              groups={groups}
              onStrike={onStrike}
            />
          ))}
        </ul>
        {elsewhere > 0 && <p className={css.elsewhere}>+ {elsewhere} at other stations</p>}
        {notes.map((note) => (
          <p key={note} className={css.note}>
            “<bdi>{note}</bdi>”
          </p>
        ))}
      </div>
      {lines.length >= MANY && (
        <p className={`g-text-16 g-rigid g-soft ${css.count}`}>
          {lines.length} items, {lines.filter(isStruck).length} done
        </p>
      )}
      {isPending(order) && (
        <p className={`g-row g-rigid g-gap-6 g-strong g-size-16 g-info g-line-24 ${css.waiting}`}>
          <Clock20Regular aria-hidden="true" />
          Not sent yet
        </p>
      )}
      {/* Seen only while the ticket is cut (use-board-layout.ts), which has to be measured with it. */}
      <button
        type="button"
        className={`g-full g-centered g-strong g-size-18 g-soft g-hover ${css.more}`}
        aria-label={`${more} more of #${number}`}
        onClick={() => onMore(order.id)}
      >
        {more} more
      </button>
      <div className={css.hold} />
      <div className={css.foot}>
        {isAsked && (
          <AcceptIn
            number={number}
            choices={minuteChoices(usual).filter((minutes) => minutes >= usual)}
            chosen={chosen ?? usual}
            onChoose={setChosen}
          />
        )}
        <div className={`g-flex g-rigid g-gap-8 ${css.acts}`}>
          {isNew(order) && (
            <button
              type="button"
              className={`g-center g-rigid g-bad g-round-10 g-outline ${css.reject}`}
              aria-label={`Reject #${number}`}
              aria-haspopup="dialog"
              onClick={() => onReject(order)}
            >
              <Dismiss28Regular />
            </button>
          )}
          {act && (
            <button
              type="button"
              className={classes('g-row g-middle g-grow g-gap-12 g-centered g-bold g-round-10', css.act, lookOf(act))}
              aria-label={`${wordOf(act)} #${number}`}
              data-act={order.id}
              onClick={(event) => {
                if (!isDoubleTap(event)) onAct(order, withMinutes(act, isAsked ? chosen : null));
              }}
            >
              {iconOf(act)}
              {wordOf(act)}
            </button>
          )}
        </div>
      </div>
    </article>
  );
});

/** Null: nobody chose a time, so the promise from when the order was placed stands. */
const withMinutes = (act: TicketAct, minutes: number | null): TicketAct =>
  act.kind === 'step' && act.step.order_status === 'accepted' && minutes ? { ...act, prep_minutes: minutes } : act;

function Head({ order, age, number, timezone }: { order: KitchenOrder; age: Age; number: string; timezone: string }) {
  const isAhead = age.tone === 'ahead';
  const due = timeOf(order.due_at, timezone);
  const [count, unit] = ageLabel(age.minutes).split(' ');
  return (
    <header className={`g-text-18 g-grid g-strong ${css.head}`}>
      <h2 className={css.number}>{number}</h2>
      <p className={`g-flex g-end g-baseline g-gap-6 g-nowrap ${css.age}`}>
        {isUnpaid(order) && <small className="g-text-16 g-strong">Unpaid</small>}
        {age.tone === 'late' && <Warning24Filled aria-label="Late" role="img" />}
        {isAhead ? due : count}
        {!isAhead && <small className="g-text-18 g-strong"> {unit}</small>}
      </p>
      <p className="g-row g-narrow g-gap-6">
        {typeIcon(order.order_type)}
        <span className="g-truncate">
          <bdi>{shortWho(order)}</bdi>
        </span>
      </p>
      <p className="g-nowrap g-text-end">
        {age.tone === 'late'
          ? lateWords(order, age.lateMinutes, timezone)
          : isAhead
            ? forWords(order, timezone)
            : `Due ${due}`}
      </p>
    </header>
  );
}

/** "Late 12 min"; after some hours date and time are more useful: "Due 19 Nov 20:15". */
const lateWords = ({ due_at }: KitchenOrder, minutes: number, timezone: string) =>
  minutes < 100 ? `Late ${minutes} min` : `Due ${shortUntil(due_at, timezone, serverNow())}`;

/** "For later" today, otherwise the day, so that nobody cooks tomorrow's order tonight. */
function forWords({ due_at }: KitchenOrder, timezone: string): string {
  const day = dayLabel(due_at, timezone, serverNow());
  return day === 'today' ? 'For later' : `For ${day}`;
}

const icons: Record<string, typeof Food20Regular> = {
  delivery: VehicleBicycle20Regular,
  pickup: ShoppingBag20Regular,
  dine_in: Food20Regular,
};

export function typeIcon(type: string): ReactElement {
  const Icon = icons[type] ?? CalendarLtr20Regular;
  return <Icon role="img" aria-label={typeLabel(type)} />;
}

const wordOf = (act: TicketAct) => (act.kind === 'step' ? act.step.label : `${act.station} done`);

function lookOf(act: TicketAct): string | undefined {
  if (act.kind === 'station') return css.ready;
  return act.step.order_status === 'accepted'
    ? css.accept
    : act.step.order_status === 'preparing'
      ? css.start
      : css.ready;
}

function iconOf(act: TicketAct): ReactElement {
  if (act.kind === 'step' && act.step.order_status === 'accepted')
    return <CheckmarkCircle24Filled aria-hidden="true" />;
  if (act.kind === 'step' && act.step.order_status === 'preparing') return <Fire24Filled aria-hidden="true" />;
  return <Checkmark28Regular aria-hidden="true" />;
}
