import { isAvailable } from '../../contract/menu/availability.ts';
import type { Row, Table } from '../../contract/entity.ts';
import {
  chat_messages,
  chats,
  customers,
  menu_books,
  menu_categories,
  menu_items,
  notifications,
  orders,
  restaurants,
} from '../db/schema.ts';

/** The tables of the mirror in PostgreSQL; the compiler asks for each one of the contract's. */
export const mirrored = {
  restaurants,
  menu_books,
  menu_categories,
  menu_items,
  orders,
  notifications,
  customers,
  chats,
  chat_messages,
} satisfies Record<Table, unknown>;

type Stored = {
  id: string;
  restaurant_id: string;
  version: number;
  deleted_at: string | null;
  public_token_hash?: string | null;
  field_changes?: unknown;
};

/** A row as the wire has it: without its tenant, the customer's key to it and what only a merge needs, with what is derived. */
export function toWire(table: Table, stored: Stored, now: Date): Row {
  const { restaurant_id: _, public_token_hash: __, field_changes: ___, ...row } = stored;
  if (table !== 'menu_items') return row as unknown as Row;
  const item = row as unknown as Row<'menu_items'>;
  return { ...item, is_available: isAvailable(item, now) };
}

export type Puts = Record<string, Row[]>;
export type Dels = Record<string, string[]>;

/** Sorts rows of one table into what a device puts and what it deletes. */
export function sortRows(table: Table, rows: Stored[], now: Date): { puts: Row[]; dels: string[] } {
  const puts: Row[] = [];
  const dels: string[] = [];
  for (const row of rows) {
    if (row.deleted_at === null) puts.push(toWire(table, row, now));
    else dels.push(row.id);
  }
  return { puts, dels };
}
