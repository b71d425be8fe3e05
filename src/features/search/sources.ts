import { phoneText } from '../../../contract/auth/phone.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';
import { allDates, scanOrders } from '../orders/queries.ts';
import { scanTable } from './queries.ts';
import { lineOf } from './search-query.ts';
import type { IndexedRow } from './text-index.ts';

/** The tables that are searched, in the order in which their groups are shown. */
export const areas = ['orders', 'customers', 'menu_items', 'chats'] as const;
export type Area = (typeof areas)[number];

/** `size`: how many rows the next slice may have. */
export interface Reading {
  signal: AbortSignal;
  size: () => number;
}

type Source = (db: GalleyDb, reading: Reading, onRows: (rows: IndexedRow[]) => void) => Promise<void>;

/** How each table is read, and what of a row is searched. */
export const sources: Record<Area, Source> = {
  orders: (db, { signal, size }, onRows) =>
    scanOrders(db, allDates, signal, (rows) => {
      onRows(rows.map(orderEntry));
      return size();
    }),
  customers: (db, reading, onRows) => scanTable(db, 'customers', reading, (rows) => onRows(rows.map(customerEntry))),
  menu_items: (db, reading, onRows) => scanTable(db, 'menu_items', reading, (rows) => onRows(rows.map(itemEntry))),
  chats: (db, reading, onRows) => scanTable(db, 'chats', reading, (rows) => onRows(rows.map(chatEntry))),
};

const orderEntry = (order: Mirrored<'orders'>): IndexedRow => ({
  id: order.id,
  rank: Date.parse(order.placed_at),
  line: lineOf({
    codes: [order.order_no, order.short_code],
    words: [order.customer.name, order.table_name, order.external_id, ...order.lines.map(({ name }) => name)],
    phone: order.customer.phone,
  }),
});

const customerEntry = (customer: Mirrored<'customers'>): IndexedRow => ({
  id: customer.id,
  rank: customer.last_order_at === null ? 0 : Date.parse(customer.last_order_at),
  line: lineOf({
    words: [customer.name, customer.email, customer.phone_raw, ...customer.tags],
    phone: phoneText(customer),
  }),
});

const itemEntry = (item: Mirrored<'menu_items'>): IndexedRow => ({
  id: item.id,
  rank: -item.sort_order,
  line: lineOf({ words: [item.name, item.kitchen_name, item.description] }),
});

const chatEntry = (chat: Mirrored<'chats'>): IndexedRow => ({
  id: chat.id,
  rank: Date.parse(chat.last_message_at),
  line: lineOf({ words: [chat.customer_name] }),
});
