import { Link } from 'wouter';
import type { Mirrored } from '../../data/db.ts';
import { isPending } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { UnpaidWord } from '../../components/UnpaidWord.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import css from './insights.module.css';
import { numberOf } from '../../lib/order-number.ts';

interface Props {
  orders: Mirrored<'orders'>[];
  timezone: string;
  now: number;
}

export function OpenOrderList({ orders, timezone, now }: Props) {
  return (
    <ul className={css.list}>
      {orders.map((order) => {
        const isLate = Date.parse(order.due_at) < now;
        return (
          <li className="g-row g-wrap g-rule-above g-tall" key={order.id}>
            <Link href={links.order(order.id)} className={`g-heavy ${css.number}`}>
              #{numberOf(order)}
            </Link>
            <span className={`g-narrow g-strong g-ink ${css.who}`}>
              <bdi>{order.customer.name || order.table_name}</bdi>
            </span>
            <span className={`g-row g-gap-8 ${css.status}`}>
              <StatusBadge status={order.order_status} />
              <UnpaidWord order={order} />
              {isPending(order) && <PendingClock />}
            </span>
            <span className={isLate ? `g-soft ${css.due} ${css.late}` : `g-soft ${css.due}`}>
              due {shortUntil(order.due_at, timezone, now)}
              {isLate && <span className="g-hidden">, late</span>}
            </span>
            <span className={`g-strong g-ink g-text-end ${css.total}`}>
              {money(order.total_amount, order.currency)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
