import { CalendarLtr20Regular, Cart20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { ChatDraft } from '../../../contract/chats/calls.ts';
import { useLive } from '../../data/live.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import css from './chats.module.css';
import { begunIn, type ChatRow } from './queries.ts';

interface Props {
  chat: Pick<ChatRow, 'id'>;
  timezone: string;
  now: number;
}

/** What the customer began with the bot and has not finished: staff finish it from here, offline too. */
export function DraftBar({ chat, timezone, now }: Props) {
  const begun = useLive((db) => begunIn(db, chat.id, now), [chat.id, now]);
  if (!begun) return null;
  const { draft } = begun;
  const isOrder = draft.order !== null;
  const link = { chat: chat.id };
  return (
    <div
      className={`g-row g-size-13 g-soft g-surface g-rule-below ${css.bar} ${css.draft}`}
      role="group"
      aria-label="Not finished"
    >
      {isOrder ? <Cart20Regular aria-hidden="true" /> : <CalendarLtr20Regular aria-hidden="true" />}
      <p>
        <b>{isOrder ? 'Started an order' : 'Started a booking'}</b>{' '}
        {isOrder ? begun.dishes.join(', ') : tableWords(draft.table!, timezone, now)}
      </p>
      <Link
        href={isOrder ? links.counter(link) : links.reservations(link)}
        className={`g-inline g-rigid g-gap-6 g-soft g-round-6 g-pad-x-8 g-tall g-hover ${css.action}`}
      >
        {isOrder ? 'Finish the order' : 'Finish the booking'}
      </Link>
    </div>
  );
}

const tableWords = (
  { guests_count: guests, starts_at, date }: NonNullable<ChatDraft['table']>,
  timezone: string,
  now: number,
): string =>
  [`${guests} ${guests === 1 ? 'guest' : 'guests'}`, starts_at ? shortUntil(starts_at, timezone, now) : date]
    .filter(Boolean)
    .join(', ');
