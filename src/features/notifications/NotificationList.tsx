import { useState, type ReactElement } from 'react';
import {
  Box20Regular,
  CalendarLtr20Regular,
  Alert20Regular,
  BookOpen20Regular,
  Chat20Regular,
  ErrorCircle20Regular,
  PersonAlert20Regular,
  Receipt20Regular,
  ReceiptMoney20Regular,
  ShieldError20Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Notification } from '../../../contract/notifications/calls.ts';
import type { Mirrored } from '../../data/db.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import css from './panel.module.css';

const SHOWN = 20;

const icons: Partial<Record<Notification['type'], ReactElement>> = {
  order_new: <Receipt20Regular />,
  order_unanswered: <Receipt20Regular />,
  order_cancelled: <Receipt20Regular />,
  order_rejected_timeout: <ErrorCircle20Regular />,
  chat_message: <Chat20Regular />,
  chat_needs_human: <PersonAlert20Regular />,
  chat_send_failed: <ErrorCircle20Regular />,
  refund_failed: <ErrorCircle20Regular />,
  dispute_opened: <ErrorCircle20Regular />,
  reservation_new: <CalendarLtr20Regular />,
  reservation_cancelled: <CalendarLtr20Regular />,
  stock_low: <Box20Regular />,
  stock_out: <Box20Regular />,
  import_done: <ReceiptMoney20Regular />,
  menu_upload_ready: <BookOpen20Regular />,
  withdrawal_paid: <ReceiptMoney20Regular />,
  withdrawal_failed: <ErrorCircle20Regular />,
  security_login: <ShieldError20Regular />,
};

interface Props {
  news: Mirrored<'notifications'>[];
  unreadCount: number;
  timezone: string;
  onRead: (one: Mirrored<'notifications'>) => void;
  onReadAll: () => void;
  onLeave: () => void;
}

/** The notifications, newest first. Opening one marks it as read. */
export function NotificationList({ news, unreadCount, timezone, onRead, onReadAll, onLeave }: Props) {
  const now = useMinute();
  const [shown, setShown] = useState(SHOWN);
  return (
    <section className={css.section} aria-labelledby="notifications-news">
      <div className={`g-row g-gap-8 g-tall-48 ${css.title}`}>
        <h3 id="notifications-news">Recent</h3>
        {unreadCount > 0 && (
          <small className="g-size-12 g-soft g-surface-3 g-round-10 g-pad-x-8 g-line-20">{unreadCount} unread</small>
        )}
        {unreadCount > 0 && (
          <button type="button" className={`g-quiet g-hover ${css.quiet}`} onClick={onReadAll}>
            Mark all as read
          </button>
        )}
      </div>
      {news.length === 0 && (
        <EmptyState icon={<Alert20Regular />} title="Nothing yet">
          New orders and messages are listed here as they come in.
        </EmptyState>
      )}
      <ul className={css.rows}>
        {news.slice(0, shown).map((one) => (
          <li key={one.id} className={classes(one.read_at === null && css.unread)}>
            <span
              className={classes('g-icon g-box-36 g-surface-3 g-round-8', css.icon, isGrave(one) && css.bad)}
              aria-hidden="true"
            >
              {icons[one.type] ?? <Alert20Regular />}
            </span>
            <News one={one} onRead={onRead} onLeave={onLeave} />
            <time dateTime={one.created_at}>{untilLabel(one.created_at, timezone, now)}</time>
          </li>
        ))}
      </ul>
      {news.length > shown && (
        <button type="button" className={`g-quiet g-hover ${css.quiet}`} onClick={() => setShown(shown + SHOWN)}>
          Show more
        </button>
      )}
    </section>
  );
}

function News({ one, onRead, onLeave }: { one: Mirrored<'notifications'> } & Pick<Props, 'onRead' | 'onLeave'>) {
  const words = (
    <>
      <b>
        {one.title}
        {one.read_at === null && <span className="g-hidden">, unread</span>}
      </b>
      {one.body && <small>{one.body}</small>}
    </>
  );
  // Follow only paths of this app.
  if (!one.url?.startsWith('/restaurant/')) {
    return (
      <button type="button" className={`g-entry ${css.what}`} onClick={() => onRead(one)}>
        {words}
      </button>
    );
  }
  return (
    <Link
      className={`g-entry ${css.what}`}
      href={one.url}
      onClick={() => {
        onRead(one);
        onLeave();
      }}
    >
      {words}
    </Link>
  );
}

const isGrave = ({ severity, read_at }: Notification): boolean =>
  read_at === null && (severity === 'urgent' || severity === 'warning');
