import type { ReactNode } from 'react';
import { Chat20Regular, Location20Regular, Mail20Regular, Phone20Regular, Table20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Order } from '../../../../contract/orders/calls.ts';
import { dialled, formatPhone, isPhone, shownPhone } from '../../../../contract/auth/phone.ts';
import { phoneKeys } from '../../../../contract/auth/phone-search.ts';
import { useRow, useRows } from '../../../data/live.ts';
import { links } from '../../../links.ts';
import { chatsOf } from '../../chats/queries.ts';
import css from './detail.module.css';
import { whoLine } from '../labels.ts';

export function OrderCustomer({ order }: { order: Order }) {
  const { phone, email } = order.customer;
  const address = order.delivery_address;
  const chats = useRows('chats', (db) => chatsOf(db, order.customer_id ?? ''), [order.customer_id]);
  const customer = useRow('customers', order.customer_id ?? '');
  const onRecord = customer && shownPhone(customer);
  const canCall = phone !== null && isPhone(phone);
  const hasChat = chats !== undefined && chats.length > 0;
  return (
    <section className={`g-card ${css.card}`} aria-labelledby="order-customer">
      <div className="g-facts g-baseline g-faint g-below-12">
        <h2 className="g-text-16 g-strong g-ink" id="order-customer">
          Customer
        </h2>
      </div>
      <div className="g-flex g-wrap g-spread g-gap-8">
        <div>
          <p className="g-line-title">
            {order.customer_id ? (
              <Link href={links.customer(order.customer_id)}>
                <bdi>{whoLine(order)}</bdi>
              </Link>
            ) : (
              <bdi>{whoLine(order)}</bdi>
            )}
          </p>
          {phone && (
            <p className="g-remark">
              <bdi>{formatPhone(phone)}</bdi>
            </p>
          )}
          {phone && onRecord && !phoneKeys(phone).every((key) => phoneKeys(onRecord).includes(key)) && (
            <p className="g-remark">
              Number on record: <bdi>{onRecord}</bdi>
            </p>
          )}
        </div>
        <div className="g-row g-gap-8">
          {canCall && (
            <a className="g-action g-strong g-plain g-hover" href={`tel:${dialled(phone)}`}>
              <Phone20Regular /> Call
            </a>
          )}
          {hasChat && order.customer_id && (
            <Link className="g-action g-strong g-plain g-hover" href={links.chat(order.customer_id)}>
              <Chat20Regular /> Chat
            </Link>
          )}
          {canCall && !hasChat && (
            <a
              className="g-action g-strong g-plain g-hover"
              href={`https://wa.me/${dialled(phone).replace(/\D/g, '')}`}
              target="_blank"
              rel="noreferrer"
            >
              <Chat20Regular /> WhatsApp
            </a>
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
    </section>
  );
}

function Fact({ icon, more, children }: { icon: ReactNode; more: string | null; children: ReactNode }) {
  return (
    <div className={`g-flex g-gap-8 g-ink g-above-12 ${css.fact}`}>
      {icon}
      <div>
        <div>
          <bdi>{children}</bdi>
        </div>
        {more && (
          <p className="g-remark">
            <bdi>{more}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
