import type { ReactNode } from 'react';
import {
  Chat20Regular,
  Location20Regular,
  Mail20Regular,
  Payment20Regular,
  Phone20Regular,
  Table20Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Order } from '../../../contract/orders/calls.ts';
import { isPhone } from '../../../contract/auth/phone.ts';
import { money } from '../../lib/money.ts';
import { useRows } from '../../data/live.ts';
import { links } from '../../routes.ts';
import { chatsOf } from '../chats/queries.ts';
import css from './detail.module.css';
import { PaymentBadge } from './PaymentBadge.tsx';
import { methodLabel, whoLine } from './labels.ts';

export function OrderCustomer({ order }: { order: Order }) {
  const { phone, email } = order.customer;
  const address = order.delivery_address;
  const chats = useRows('chats', (db) => chatsOf(db, order.customer_id ?? ''), [order.customer_id]);
  const hasChat = chats !== undefined && chats.length > 0;
  return (
    <section className={css.card} aria-labelledby="order-customer">
      <div className={css.cardHead}>
        <h2 id="order-customer">Customer</h2>
      </div>
      <div className={css.person}>
        <div>
          <p className={css.dish}>
            {order.customer_id ? (
              <Link href={links.customer(order.customer_id)}>
                <bdi>{whoLine(order)}</bdi>
              </Link>
            ) : (
              <bdi>{whoLine(order)}</bdi>
            )}
          </p>
          {phone && (
            <p className={css.modifier}>
              <bdi>{phone}</bdi>
            </p>
          )}
        </div>
        <div className={css.reach}>
          {hasChat && order.customer_id && (
            <Link className={css.linkButton} href={links.chat(order.customer_id)}>
              <Chat20Regular /> Chat
            </Link>
          )}
          {phone && isPhone(phone) && (
            <>
              <a className={css.linkButton} href={`tel:${phone}`}>
                <Phone20Regular /> Call
              </a>
              {!hasChat && (
                <a
                  className={css.linkButton}
                  href={`https://wa.me/${phone.replace(/\D/g, '')}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  <Chat20Regular /> WhatsApp
                </a>
              )}
            </>
          )}
        </div>
      </div>
      {address && (
        <Fact icon={<Location20Regular />} more={address.instructions}>
          {[address.line_1, address.line_2, `${address.city} ${address.postal_code}`.trim()].filter(Boolean).join(', ')}
        </Fact>
      )}
      {order.table_name && (
        <Fact icon={<Table20Regular />} more={order.guests_count ? `${order.guests_count} guests` : null}>
          {order.table_name}
        </Fact>
      )}
      {email && (
        <Fact icon={<Mail20Regular />} more={null}>
          <a href={`mailto:${email}`}>
            <bdi>{email}</bdi>
          </a>
        </Fact>
      )}
      <Fact
        icon={<Payment20Regular />}
        more={order.due_amount > 0 ? `${money(order.due_amount, order.currency)} to be paid` : null}
      >
        <span className={css.payment}>
          <PaymentBadge status={order.payment_status} /> {methodLabel(order.payment_method)}
        </span>
      </Fact>
    </section>
  );
}

function Fact({ icon, more, children }: { icon: ReactNode; more: string | null; children: ReactNode }) {
  return (
    <div className={css.fact}>
      {icon}
      <div>
        <div>
          <bdi>{children}</bdi>
        </div>
        {more && (
          <p className={css.modifier}>
            <bdi>{more}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
