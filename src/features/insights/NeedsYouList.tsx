import { Link } from 'wouter';
import { isOwed } from '../../../contract/orders/is-owed.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { GalleyDb } from '../../data/db.ts';
import { useLive } from '../../data/live.ts';
import { links } from '../../links.ts';
import { countChatsForPerson } from '../chats/queries.ts';
import css from './insights.module.css';

interface Props {
  pending: number;
  /** The orders of today. */
  day: readonly Order[];
  now: number;
}

/** What waits for a person, each with where it is dealt with. Nothing, if nothing does. */
export function NeedsYouList({ pending, day, now }: Props) {
  const waiting = useLive((db) => readWaiting(db, now), [now]);
  const unpaid = day.filter((order) => order.order_status === 'completed' && isOwed(order)).length;
  const lines: [number, string, string, string][] = [
    [pending, 'order waits for an answer', 'orders wait for an answer', links.orders({ order_status: 'pending' })],
    [
      waiting?.requests ?? 0,
      'table request waits for an answer',
      'table requests wait for an answer',
      links.reservations(),
    ],
    [waiting?.chats ?? 0, 'chat needs a person', 'chats need a person', links.chats({ show: 'needs_person' })],
    [
      unpaid,
      'completed order is not paid',
      'completed orders are not paid',
      links.orders({ order_status: 'completed', payment_status: 'unpaid' }),
    ],
    [
      waiting?.stock ?? 0,
      'item in stock is low or out',
      'items in stock are low or out',
      links.inventory({ stock_status: 'low,out' }),
    ],
  ];
  const open = lines.filter(([count]) => count > 0);
  if (open.length === 0) return null;
  return (
    <section className={`${css.card} ${css.setup}`} aria-labelledby="needs-you">
      <h2 className="g-text-16 g-below-8" id="needs-you">
        Needs you
      </h2>
      <ul className="g-stack">
        {open.map(([count, one, many, href]) => (
          <li key={many}>
            <Link href={href} className="g-row g-tall">
              {count} {count === 1 ? one : many}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function readWaiting(db: GalleyDb, now: number) {
  const [requests, chats, stock] = await Promise.all([
    db.reservations
      .where('starts_at')
      .above(new Date(now).toISOString())
      .filter(({ reservation_status: status, waitlisted_at }) => status === 'requested' && waitlisted_at === null)
      .count(),
    countChatsForPerson(db, now),
    db.inventory_items
      .filter(({ is_tracked, stock_status: status }) => is_tracked && (status === 'low' || status === 'out'))
      .count(),
  ]);
  return { requests, chats, stock };
}
