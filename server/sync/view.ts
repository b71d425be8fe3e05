import { inArray, type SQL } from 'drizzle-orm';
import { tables, type Row, type Table } from '../../contract/entity.ts';
import { typesFor } from '../../contract/notifications/readers.ts';
import { may, roleIds, type Permission, type Role } from '../../contract/people/permissions.ts';
import type { SignedIn } from '../pipeline/handler.ts';
import { notifications } from '../db/schema/notifications.ts';
import { isLocked } from '../pipeline/kitchen-lock.ts';
import type { Stored } from './rows.ts';

/** What a session's device gets of the restaurant's rows. */
export interface View {
  tables: readonly Table[];
  /** What the PIN opened: a cursor before this version lacks rows of these tables, so the page that passes it brings them whole. */
  opened: { tables: readonly Table[]; version: number } | null;
  /** The notifications that it gets; null: all. */
  types: readonly Row<'notifications'>['type'][] | null;
  /** Orders come with the customer's e-mail address. */
  hasAddresses: boolean;
}

/** Which rows of a table a device gets; undefined: all. */
export const ofView = ({ types }: View, table: Table): SQL | undefined =>
  table === 'notifications' && types ? inArray(notifications.type, types) : undefined;

/** The same for a row that was read. Tombstones say nothing. */
export const isInView = ({ types }: View, table: Table, row: Stored): boolean =>
  table !== 'notifications' || !types || types.includes((row as unknown as Row<'notifications'>).type);

/** A row without what the device is not to have. */
export function asInView<T extends Row>({ hasAddresses }: View, table: Table, row: T): T {
  if (hasAddresses || table !== 'orders') return row;
  const { customer } = row as unknown as Row<'orders'>;
  return { ...row, customer: customer && { ...customer, email: null } };
}

/**
 * Kept from a locked session whose orders are open to everybody, as the calls that read them are. The other tables stay: the kitchen takes orders offline, which promotions
 * and delivery areas price, and answers chats, with saved replies (decision 015).
 */
const hidden: readonly Table[] = ['payments'];

/** Tables that need a permission to be held, any of those named. All others are every role's: the menu, and what an order needs. */
const needed: Partial<Record<Table, readonly Permission[]>> = {
  orders: ['orders.read'],
  payments: ['payments.read'],
  customers: ['customers'],
  chats: ['chats'],
  chat_messages: ['chats'],
  canned_replies: ['chats'],
  inventory_items: ['inventory', 'orders.take'],
  promotions: ['promotions', 'orders.take'],
  reservations: ['reservations'],
  delivery_locations: ['settings', 'orders.take'],
};

const viewOfRole = Object.fromEntries(
  roleIds.map((role) => {
    const view: View = {
      tables: tables.filter((table) => needed[table]?.some((one) => may(role, one)) ?? true),
      opened: null,
      types: typesFor(role),
      hasAddresses: may(role, 'customers'),
    };
    return [role, view];
  }),
) as Record<Role, View>;

export const everything = viewOfRole.owner;

export function viewOf(session: SignedIn, now: Date): View {
  const view = viewOfRole[session.role];
  if (session.kitchenMode?.pinFor !== 'money') return view;
  if (isLocked(session, now)) return { ...view, tables: view.tables.filter((table) => !hidden.includes(table)) };
  const opened = hidden.filter((table) => view.tables.includes(table));
  return { ...view, opened: { tables: opened, version: session.kitchenMode.unlockedVersion } };
}
