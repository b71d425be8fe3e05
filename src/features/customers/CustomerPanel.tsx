import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Call20Regular, Chat20Regular, Edit20Regular, Mail20Regular, Warning20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useNotOffered } from '../../api/use-offered.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRow, useRows } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { numberOf } from '../../lib/order-number.ts';
import { shortDate, shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../routes.ts';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { humanize } from '../../ui/status-label.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { chatsOf } from '../chats/queries.ts';
import { editCustomer } from './mutations.ts';
import css from './panel.module.css';
import { ordersOfCustomer, type CustomerRow } from './queries.ts';

const CustomerForm = lazy(() => import('./CustomerForm.tsx').then((module) => ({ default: module.CustomerForm })));

interface Props {
  customerId: string;
  restaurant: Restaurant;
  now: number;
  onClose: () => void;
}

const SHOWN = 50;

/** One customer beside the list: how to reach them, what to remember, what they ordered and spent. */
export function CustomerPanel({ customerId, restaurant, now, onClose }: Props) {
  const customer = useRow('customers', customerId);
  const [isEditing, setIsEditing] = useState(false);
  const why = useNotOffered(editCustomer.call);
  if (customer === undefined) return null;
  if (customer === null) {
    return (
      <SidePanel title="Customer" summary="Not on this device" onClose={onClose}>
        <p className={css.none}>This customer does not exist, or has not reached this device yet.</p>
      </SidePanel>
    );
  }
  if (isEditing) {
    return (
      <Suspense>
        <CustomerForm customer={customer} onClose={() => setIsEditing(false)} />
      </Suspense>
    );
  }
  return (
    <SidePanel
      title={customer.name}
      summary={
        [customer.phone ?? customer.phone_raw, customer.email].filter(Boolean).join(', ') || 'No number, no e-mail'
      }
      onClose={onClose}
      footer={
        <>
          <Button
            appearance="primary"
            icon={<Edit20Regular />}
            disabled={why !== null}
            aria-describedby={why ? 'customer-why' : undefined}
            onClick={() => setIsEditing(true)}
          >
            Edit customer
          </Button>
          {why && (
            <span id="customer-why" className={css.none}>
              {why}
            </span>
          )}
        </>
      }
    >
      <Content customer={customer} restaurant={restaurant} now={now} />
    </SidePanel>
  );
}

function Content({ customer, restaurant, now }: { customer: CustomerRow; restaurant: Restaurant; now: number }) {
  const { timezone } = restaurant;
  const orders = useRows('orders', (db) => ordersOfCustomer(db, customer.id), [customer.id]);
  const chats = useRows('chats', (db) => chatsOf(db, customer.id), [customer.id]) ?? [];
  return (
    <div className={css.content}>
      <div className={css.reach}>
        {customer.phone && (
          <a href={`tel:${customer.phone}`} className={css.action}>
            <Call20Regular /> Call
          </a>
        )}
        {customer.email && (
          <a href={`mailto:${customer.email}`} className={css.action}>
            <Mail20Regular /> E-mail
          </a>
        )}
        {chats.length > 0 && (
          <Link href={links.chat(customer.id)} className={css.action}>
            <Chat20Regular /> Open chat
          </Link>
        )}
      </div>
      {customer.allergens.length > 0 && (
        <p className={css.allergy}>
          <Warning20Filled aria-hidden="true" /> Allergy: {allergenList(customer.allergens)}
        </p>
      )}
      {customer.note && (
        <p className={css.note}>
          <bdi>{customer.note}</bdi>
        </p>
      )}
      <dl className={css.facts}>
        <Fact word="Status">{humanize(customer.customer_status)}</Fact>
        <Fact word="Orders">{customer.orders_count}</Fact>
        <Fact word="Spent">{money(customer.total_spent_amount, customer.currency)}</Fact>
        {customer.orders_count > 0 && (
          <Fact word="On average">
            {money(Math.round(customer.total_spent_amount / customer.orders_count), customer.currency)}
          </Fact>
        )}
        {customer.first_order_at && <Fact word="First order">{shortDate(customer.first_order_at, timezone, now)}</Fact>}
        {customer.tags.length > 0 && <Fact word="Tags">{customer.tags.join(', ')}</Fact>}
      </dl>
      <h3>Orders</h3>
      {orders?.length === 0 && <p className={css.none}>No order of this customer is on this device.</p>}
      <ul className={css.orders}>
        {orders?.slice(0, SHOWN).map((order) => (
          <OrderLine key={order.id} order={order} timezone={timezone} now={now} />
        ))}
      </ul>
    </div>
  );
}

function OrderLine({ order, timezone, now }: { order: Mirrored<'orders'>; timezone: string; now: number }) {
  return (
    <li>
      <Link href={links.order(order.id)}>#{numberOf(order)}</Link>
      <time dateTime={order.placed_at}>{shortUntil(order.placed_at, timezone, now)}</time>
      <StatusBadge status={order.order_status} />
      <b>{money(order.total_amount, order.currency)}</b>
    </li>
  );
}

function Fact({ word, children }: { word: string; children: string | number }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}
