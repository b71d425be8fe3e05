import { and, asc, eq, getTableColumns, gt, lte, sql, type SQL } from 'drizzle-orm';
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core';
import { isAvailable } from '../../contract/menu/availability.ts';
import { promotionStatus } from '../../contract/promotions/status.ts';
import { entities, tables, type Row, type Table } from '../../contract/entity.ts';
import { declarationOf } from '../../contract/sync/tables.ts';
import { preparedRows } from '../db/prepared-rows.ts';
import type { Tx } from '../db/tx.ts';
import { canned_replies, chat_messages, chats } from '../db/schema/chats.ts';
import { customers } from '../db/schema/customers.ts';
import { inventory_items } from '../db/schema/inventory.ts';
import { menu_books, menu_categories, menu_items, modifier_groups } from '../db/schema/menu.ts';
import { notifications } from '../db/schema/notifications.ts';
import { orders } from '../db/schema/orders.ts';
import { payments } from '../db/schema/payments.ts';
import { promotions } from '../db/schema/promotions.ts';
import { reservations } from '../db/schema/reservations.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { delivery_locations } from '../db/schema/settings.ts';
import { asInView, isInView, type View } from './view.ts';
import { storedSettings, toOwnerSettings, type StoredSettings } from '../restaurants/owner-settings.ts';

/** The mirrored tables in PostgreSQL. The compiler requires each table of the contract. */
export const mirrored = {
  restaurants,
  menu_books,
  menu_categories,
  menu_items,
  modifier_groups,
  orders,
  notifications,
  customers,
  payments,
  chats,
  chat_messages,
  inventory_items,
  promotions,
  reservations,
  delivery_locations,
  canned_replies,
} satisfies Record<Table, unknown>;

/** What a device gets of each table: the contract's fields. A column that the contract does not name never leaves the server. */
const columns = ofEach((table) => {
  const own: Record<string, PgColumn> = getTableColumns(mirrored[table]);
  const names = Object.keys(entities[table].shape).filter((name) => name !== declarationOf(table).derived);
  return Object.fromEntries(names.map((name) => [name, own[name]!])) as Pick<typeof orders, keyof Stored>; // each has these, only orders `placed_at`
});

/** Values besides the columns. */
const more: Partial<Record<Table, Record<string, SQL>>> = { restaurants: { settings: storedSettings } };

/** Reads rows of a table with the contract's fields. */
export const selectRows = (db: Tx, table: Table) =>
  db.select<(typeof columns)[Table]>({ ...columns[table], ...more[table] }).from(mirrored[table] as typeof orders); // as above

const changed = ofEach((table) => {
  const of = mirrored[table];
  return preparedRows<Stored, string>({
    name: `changed_${table}`,
    columns: columns[table],
    more: more[table] ?? {},
    build: (fields) =>
      new QueryBuilder()
        .select(fields)
        .from(of)
        .where(
          and(
            eq(of.restaurant_id, sql.placeholder('restaurantId')),
            gt(of.version, sql.placeholder('from')),
            lte(of.version, sql.placeholder('to')),
          ),
        )
        .orderBy(asc(of.version), asc(of.id)),
  });
});

/** Rows of a table that changed after version `from`, up to `to`, in that order. */
export async function changedRows(
  db: Tx,
  table: Table,
  range: { restaurantId: string; from: number; to: number },
): Promise<Stored[]> {
  const found = await changed[table](db, range);
  // Only of a restaurant more is read, and it has one row.
  return found.rows.map((row) => ({ ...row, ...found.more }));
}

/** A row as `selectRows` reads it, with its other fields. */
export interface Stored {
  id: string;
  version: number;
  deleted_at: string | null;
  created_at: string;
  placed_at: string;
}

const derivations: Partial<Record<Table, (row: Stored, now: Date) => object>> = {
  restaurants: (row) => ({ settings: toOwnerSettings((row as unknown as { settings: StoredSettings }).settings) }),
  menu_items: (row, now) => ({ is_available: isAvailable(row as unknown as Row<'menu_items'>, now) }),
  promotions: (row, now) => ({ promotion_status: promotionStatus(row as unknown as Row<'promotions'>, now) }),
};

/** A row as sent to a device, with its derived field. */
export const toWire = (table: Table, stored: Stored, { now, view }: Sending): Row =>
  asInView(view, table, { ...stored, ...derivations[table]?.(stored, now) } as unknown as Row); // it has the contract's fields

export interface Sending {
  now: Date;
  view: View;
}

function ofEach<T>(make: (table: Table) => T): Record<Table, T> {
  return Object.fromEntries(tables.map((table) => [table, make(table)])) as Record<Table, T>;
}

export type Puts = Record<string, Row[]>;
export type Dels = Record<string, string[]>;

/** Splits rows of one table into puts and deletions. */
export function sortRows(table: Table, rows: Stored[], sending: Sending): { puts: Row[]; dels: string[] } {
  const puts: Row[] = [];
  const dels: string[] = [];
  for (const row of rows) {
    if (row.deleted_at !== null) dels.push(row.id);
    else if (isInView(sending.view, table, row)) puts.push(toWire(table, row, sending));
  }
  return { puts, dels };
}
