import type { PinFor } from '../../../contract/kitchen-mode/calls.ts';
import { shownPhone } from '../../../contract/auth/phone.ts';
import { may, type Role } from '../../../contract/people/permissions.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';
import { money } from '../../lib/money.ts';
import { numberOf } from '../../lib/order-number.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { statusLabel } from '../../ui/status-label.ts';
import type { Area } from './sources.ts';

/** One result as it is shown. */
export interface Entry {
  /** Names it among the recently opened: "orders:0192…". */
  key: string;
  label: string;
  detail: string;
  href?: string;
  run?: () => void;
}

export interface Surroundings {
  timezone: string;
  currency: string;
  now: number;
  role: Role;
  lock: PinFor | null;
}

/** The rows of these ids as they are now, in this order. Rows that are gone are left out. */
export async function entriesOf(db: GalleyDb, area: Area, ids: string[], around: Surroundings): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const rows = (await db.table(area).bulkGet(ids)).filter((row) => row !== undefined);
  if (area === 'orders') return rows.map((row) => orderEntry(row as Mirrored<'orders'>, around));
  if (area === 'customers') return rows.map((row) => customerEntry(row as Mirrored<'customers'>));
  if (area === 'chats') return rows.map((row) => chatEntry(row as Mirrored<'chats'>, around));
  const items = rows as Mirrored<'menu_items'>[];
  const categories = await db.menu_categories.bulkGet(items.map((item) => item.category_id));
  return items.map((item, i) => itemEntry(item, categories[i]?.name ?? '', around));
}

function orderEntry(order: Mirrored<'orders'>, { timezone, currency, now }: Surroundings): Entry {
  const dishes = order.lines.map(({ name, quantity }) => (quantity > 1 ? `${name} ×${quantity}` : name)).join(', ');
  const when = `${shortDate(order.placed_at, timezone, now)} ${timeOf(order.placed_at, timezone)}`;
  return {
    key: `orders:${order.id}`,
    label: `#${numberOf(order)} ${order.customer.name || order.table_name || ''}`.trim(),
    detail: [when, statusLabel(order.order_status), money(order.total_amount, currency), dishes].join(' · '),
    href: links.order(order.id),
  };
}

function customerEntry(customer: Mirrored<'customers'>): Entry {
  const orders = customer.orders_count === 1 ? '1 order' : `${customer.orders_count} orders`;
  return {
    key: `customers:${customer.id}`,
    label: customer.name || customer.phone || customer.email || 'No name',
    detail: [shownPhone(customer), customer.email, orders].filter(Boolean).join(' · '),
    href: links.customer(customer.id),
  };
}

function itemEntry(item: Mirrored<'menu_items'>, category: string, { currency, role, lock }: Surroundings): Entry {
  // A locked kitchen tablet opens the availability board only.
  const board = `${links.availability()}&category=${encodeURIComponent(item.category_id)}`;
  return {
    key: `menu_items:${item.id}`,
    label: item.name,
    detail: [category, money(item.price_amount, currency)].filter(Boolean).join(' · '),
    href:
      lock || !may(role, 'menu.edit') ? board : links.items(item.menu_book_id, item.category_id, { search: item.name }),
  };
}

function chatEntry(chat: Mirrored<'chats'>, { timezone, now }: Surroundings): Entry {
  return {
    key: `chats:${chat.id}`,
    label: chat.customer_name,
    detail: `${shortDate(chat.last_message_at, timezone, now)} · ${chat.last_message_preview}`,
    href: links.chat(chat.customer_id, { chat: chat.id }),
  };
}
