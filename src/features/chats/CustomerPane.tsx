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
import { links } from '../../routes.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ordersOfCustomer } from '../customers/queries.ts';
import css from './chats.module.css';

interface Props {
  chat: Chat;
  restaurant: Restaurant;
  now: number;
}

const EARLIER = 6;

/** Beside a chat: what this customer waits for, and what one should know. */
export function CustomerPane({ chat, restaurant: { timezone }, now }: Props) {
  const customer = useRow('customers', chat.customer_id);
  const orders = useRows('orders', (db) => ordersOfCustomer(db, chat.customer_id), [chat.customer_id]) ?? [];
  const open = orders.filter((order) => !isFinal(order.order_status));
  const earlier = orders.filter((order) => isFinal(order.order_status)).slice(0, EARLIER);
  if (!customer) return <aside className={css.pane} aria-label="Customer" />;
  return (
    <aside className={css.pane} aria-label="Customer">
      {open.length > 0 && (
        <section>
          <h2>Order now</h2>
          {open.map((order) => (
            <div key={order.id} className={css.card}>
              <p className={css.cardHead}>
                <b>#{numberOf(order)}</b> <StatusBadge status={order.order_status} />
              </p>
              <p>
                Due {timeOf(order.due_at, timezone)}, {money(order.total_amount, order.currency)}
              </p>
              <Link href={links.order(order.id)} className={css.action}>
                Open order
              </Link>
            </div>
          ))}
        </section>
      )}
      <section>
        <h2>Customer</h2>
        <dl className={css.facts}>
          <div>
            <dt>Orders</dt>
            <dd>{customer.orders_count}</dd>
          </div>
          <div>
            <dt>Spent</dt>
            <dd>{money(customer.total_spent_amount, customer.currency)}</dd>
          </div>
          {customer.first_order_at && (
            <div>
              <dt>Since</dt>
              <dd>{shortDate(customer.first_order_at, timezone, now)}</dd>
            </div>
          )}
        </dl>
      </section>
      <section>
        <h2>Notes</h2>
        {customer.allergens.length > 0 && (
          <p className={css.remember}>
            <Warning20Filled aria-hidden="true" /> Allergy: {allergenList(customer.allergens)}
          </p>
        )}
        {customer.note && (
          <p className={css.remember}>
            <bdi>{customer.note}</bdi>
          </p>
        )}
        <Link href={links.customer(chat.customer_id)} className={css.add}>
          <Add16Regular /> {customer.note ? 'Edit notes' : 'Add notes'}
        </Link>
      </section>
      {earlier.length > 0 && (
        <section>
          <h2>Earlier orders</h2>
          <ul className={css.earlier}>
            {earlier.map((order) => (
              <li key={order.id}>
                <Link href={links.order(order.id)}>#{numberOf(order)}</Link>
                <span>{shortDate(order.placed_at, timezone, now)}</span>
                <b>{money(order.total_amount, order.currency)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
