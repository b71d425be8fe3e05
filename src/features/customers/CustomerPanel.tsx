import { KeyValueList } from '../../components/KeyValueList.tsx';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Call20Regular,
  Chat20Regular,
  Edit20Regular,
  Mail20Regular,
  MoreHorizontal20Regular,
  Warning20Filled,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import { phoneText, shownPhone } from '../../../contract/auth/phone.ts';
import { segmentOf } from '../../../contract/customers/segment.ts';
import { openStatuses } from '../../../contract/orders/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRow, useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { numberOf } from '../../lib/order-number.ts';
import { shortDate, shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { humanize } from '../../ui/status-label.ts';
import { UnpaidWord } from '../../components/UnpaidWord.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { chatsOf } from '../chats/queries.ts';
import { averageOf } from './average-order.ts';
import { findDuplicates } from './duplicates.ts';
import { segmentLabels } from '../../lib/segment-labels.ts';
import { segmentRules } from './labels.ts';
import { findOfferedPhone } from './offered-phone.ts';
import { editCustomer } from './mutations.ts';
import css from './panel.module.css';
import { allCustomers, ordersOfCustomer, type CustomerRow } from './queries.ts';
import { useMay } from '../../session/use-may.ts';

const CustomerForm = lazy(() => import('./CustomerForm.tsx').then((module) => ({ default: module.CustomerForm })));
const ConsentSection = lazy(() =>
  import('./ConsentSection.tsx').then((module) => ({ default: module.ConsentSection })),
);
const MergeDialog = lazy(() => import('./MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })));
const EraseDialog = lazy(() => import('./EraseDialog.tsx').then((module) => ({ default: module.EraseDialog })));
const PanelMenu = lazy(() => import('./PanelMenu.tsx').then((module) => ({ default: module.PanelMenu })));

interface Props {
  customerId: string;
  restaurant: Restaurant;
  now: number;
  onClose: () => void;
}

const SHOWN = 50;

/** One customer beside the list: contact, notes, orders and spend. */
export function CustomerPanel({ customerId, restaurant, now, onClose }: Props) {
  const customer = useRow('customers', customerId);
  const [isEditing, setIsEditing] = useState(false);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'merge' | 'erase' | null>(null);
  const orders = useRows('orders', (db) => ordersOfCustomer(db, customerId), [customerId]);
  const mayManage = useMay('customers.manage');
  const hasOpen = orders?.some((order) => openStatuses.includes(order.order_status)) ?? false;
  if (customer === undefined) return null;
  if (customer === null) {
    return (
      <SidePanel title="Customer" summary="Not on this device" onClose={onClose}>
        <p className="g-faint g-pad-y-8">This customer does not exist, or has not reached this device yet.</p>
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
      summary={[shownPhone(customer), customer.email].filter(Boolean).join(', ') || 'No number, no e-mail'}
      onClose={onClose}
      footer={
        <>
          <Button appearance="primary" icon={<Edit20Regular />} onClick={() => setIsEditing(true)}>
            Edit customer
          </Button>
          {mayManage && (
            <Button
              icon={<MoreHorizontal20Regular />}
              aria-label={`More for ${customer.name}`}
              aria-haspopup="menu"
              aria-expanded={menu !== null}
              onClick={(event) => setMenu(event.currentTarget)}
            />
          )}
        </>
      }
    >
      <Content
        customer={customer}
        orders={orders}
        restaurant={restaurant}
        now={now}
        onMerge={() => setDialog('merge')}
      />
      <Suspense>
        {menu && (
          <PanelMenu
            name={customer.name}
            target={menu}
            whyNotErase={hasOpen ? 'An order is still open' : null}
            onMerge={() => setDialog('merge')}
            onErase={() => setDialog('erase')}
            onClose={() => setMenu(null)}
          />
        )}
        {dialog === 'merge' && <MergeDialog customer={customer} onClose={() => setDialog(null)} />}
        {dialog === 'erase' && <EraseDialog customer={customer} onErased={onClose} onClose={() => setDialog(null)} />}
      </Suspense>
    </SidePanel>
  );
}

interface ContentProps {
  customer: CustomerRow;
  orders: Mirrored<'orders'>[] | undefined;
  restaurant: Restaurant;
  now: number;
  onMerge: () => void;
}

function Content({ customer, orders, restaurant, now, onMerge }: ContentProps) {
  const { timezone } = restaurant;
  const segment = segmentOf(customer, now);
  const all = useRows('customers', allCustomers, []) ?? [];
  const mayManage = useMay('customers.manage');
  const mayChat = useMay('chats');
  const duplicates = mayManage ? findDuplicates(customer, all) : [];
  const average = averageOf(customer, orders ?? []);
  const offered = findOfferedPhone(customer, orders ?? [], all);
  const chats = useRows('chats', (db) => chatsOf(db, customer.id), [customer.id]) ?? [];
  return (
    <div className={css.content}>
      <div className="g-flex g-wrap g-gap-8">
        {customer.phone && (
          <a href={`tel:${customer.phone}`} className="g-action g-hover">
            <Call20Regular /> Call
          </a>
        )}
        {customer.email && (
          <a href={`mailto:${customer.email}`} className="g-action g-hover">
            <Mail20Regular /> E-mail
          </a>
        )}
        {chats.length > 0 && mayChat && (
          <Link href={links.chat(customer.id)} className="g-action g-hover">
            <Chat20Regular /> Open chat
          </Link>
        )}
      </div>
      {customer.allergens.length > 0 && (
        <p className={`g-tone-bad ${css.allergy}`}>
          <Warning20Filled aria-hidden="true" /> Allergy: {allergenList(customer.allergens)}
        </p>
      )}
      {customer.note && (
        <p className={`g-tone-warn ${css.note}`}>
          <bdi>{customer.note}</bdi>
        </p>
      )}
      {duplicates.length > 0 && (
        <p className={`g-tone-info ${css.note}`}>
          <span>
            {duplicates.length === 1 ? (
              <>
                <bdi>{duplicates[0]!.name}</bdi> may be the same person.
              </>
            ) : (
              `${duplicates.length} other customers may be the same person.`
            )}{' '}
            <Button appearance="transparent" onClick={onMerge}>
              Look and merge
            </Button>
          </span>
        </p>
      )}
      {offered && (
        <p className={`g-tone-info ${css.note}`}>
          <span>
            The last order was given the number <bdi>{offered}</bdi>.{' '}
            <Button
              appearance="transparent"

              onClick={() => {
                // The former one stays behind it: whoever calls from there is known.
                const phone = [offered, phoneText(customer)].filter(Boolean).join(' / ');
                mutate(editCustomer, { path: { id: customer.id }, body: { phone } });
              }}
            >
              Use it for this customer
            </Button>
          </span>
        </p>
      )}
      <div className={css.facts}>
        <KeyValueList
          pairs={{
            Status: humanize(customer.customer_status),
            'Reason for blocking': customer.blocked_reason,
            Segment: `${segmentLabels[segment]}: ${segmentRules[segment].toLowerCase()}`,
            Orders: customer.orders_count,
            Spent: money(customer.total_spent_amount, customer.currency),
            'Average order': average !== null && money(average, customer.currency),
            'First order': customer.first_order_at && shortDate(customer.first_order_at, timezone, now),
            'No-shows': customer.no_show_count > 0 && customer.no_show_count,
            Birthday: customer.birthday && birthdayLabel(customer.birthday),
            ...Object.fromEntries(
              customer.addresses.map((address, at) => [
                address.label || (at === 0 ? 'Address' : `Address ${at + 1}`),
                [address.line_1, address.line_2, address.postal_code, address.city].filter(Boolean).join(', '),
              ]),
            ),
            Tags: customer.tags.join(', '),
          }}
        />
      </div>
      {mayManage && (
        <Suspense>
          <ConsentSection customer={customer} timezone={timezone} now={now} />
        </Suspense>
      )}
      <h3>Orders</h3>
      {orders?.length === 0 && <p className="g-faint g-pad-y-8">No order of this customer is on this device.</p>}
      <ul className={css.orders}>
        {orders?.slice(0, SHOWN).map((order) => (
          <OrderLine key={order.id} order={order} timezone={timezone} now={now} />
        ))}
      </ul>
    </div>
  );
}

/** "25 March 1990": a day, whatever the zone. */
const birthdayLabel = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00.000Z`),
  );

function OrderLine({ order, timezone, now }: { order: Mirrored<'orders'>; timezone: string; now: number }) {
  return (
    <li>
      <Link href={links.order(order.id)}>#{numberOf(order)}</Link>
      <time dateTime={order.placed_at}>{shortUntil(order.placed_at, timezone, now)}</time>
      <span className="g-inline g-gap-8">
        <StatusBadge status={order.order_status} />
        <UnpaidWord order={order} />
      </span>
      <b>{money(order.total_amount, order.currency)}</b>
    </li>
  );
}
