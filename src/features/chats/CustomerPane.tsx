import { KeyValueList } from '../../components/KeyValueList.tsx';
import { Add16Regular, Warning20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Chat } from '../../../contract/chats/calls.ts';
import { isFinal } from '../../../contract/orders/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useRow, useRows } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { numberOf } from '../../lib/order-number.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { UnpaidWord } from '../../components/UnpaidWord.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ordersOfCustomer } from '../customers/queries.ts';
import css from './chats.module.css';

interface Props {
  chat: Chat;
  restaurant: Restaurant;
  now: number;
}

const EARLIER = 6;

/** Beside a chat: the customer's open orders and notes. */
export function CustomerPane({ chat, restaurant: { timezone }, now }: Props) {
  const customer = useRow('customers', chat.customer_id);
  const orders = useRows('orders', (db) => ordersOfCustomer(db, chat.customer_id), [chat.customer_id]) ?? [];
  const open = orders.filter((order) => !isFinal(order.order_status));
  const earlier = orders.filter((order) => isFinal(order.order_status)).slice(0, EARLIER);
  if (!customer) return <aside className={`g-rigid g-surface g-scroll-y g-pad-16 ${css.pane}`} aria-label="Customer" />;
  return (
    <aside className={`g-rigid g-surface g-scroll-y g-pad-16 ${css.pane}`} aria-label="Customer">
      {open.length > 0 && (
        <section>
          <h2 className="g-text-14 g-below-8">Order now</h2>
          {open.map((order) => (
            <div key={order.id} className={`g-size-13 g-faint g-round-10 g-edge g-line-20 ${css.card}`}>
              <p className={`g-row g-spread g-ink ${css.cardHead}`}>
                <b>#{numberOf(order)}</b> <UnpaidWord order={order} /> <StatusBadge status={order.order_status} />
              </p>
              <p>
                Due {timeOf(order.due_at, timezone)}, {money(order.total_amount, order.currency)}
              </p>
              <Link
                href={links.order(order.id)}
                className={`g-inline g-rigid g-gap-6 g-soft g-round-6 g-pad-x-8 g-tall g-hover ${css.action}`}
              >
                Open order
              </Link>
            </div>
          ))}
        </section>
      )}
      <section>
        <h2 className="g-text-14 g-below-8">Customer</h2>
        <KeyValueList
          pairs={{
            Orders: customer.orders_count,
            Spent: money(customer.total_spent_amount, customer.currency),
            Since: customer.first_order_at && shortDate(customer.first_order_at, timezone, now),
          }}
        />
      </section>
      <section>
        <h2 className="g-text-14 g-below-8">Notes</h2>
        {customer.allergens.length > 0 && (
          <p className={`g-tone-warn g-flex g-gap-8 g-break g-strong g-round-8 g-pad-6-10 ${css.remember}`}>
            <Warning20Filled aria-hidden="true" /> Allergy: {allergenList(customer.allergens)}
          </p>
        )}
        {customer.note && (
          <p className={`g-tone-warn g-flex g-gap-8 g-break g-strong g-round-8 g-pad-6-10 ${css.remember}`}>
            <bdi>{customer.note}</bdi>
          </p>
        )}
        <Link href={links.customer(chat.customer_id)} className="g-inline g-gap-6 g-size-13 g-soft g-tall">
          <Add16Regular /> {customer.note ? 'Edit notes' : 'Add notes'}
        </Link>
      </section>
      {earlier.length > 0 && (
        <section>
          <h2 className="g-text-14 g-below-8">Earlier orders</h2>
          <ul className={css.earlier}>
            {earlier.map((order) => (
              <li className="g-row g-gap-10 g-tall-28" key={order.id}>
                <Link href={links.order(order.id)}>#{numberOf(order)}</Link>
                <span className="g-faint">{shortDate(order.placed_at, timezone, now)}</span>
                <b className="g-push g-light">{money(order.total_amount, order.currency)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
