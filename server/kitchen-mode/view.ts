import { tables, type Table } from '../../contract/entity.ts';
import { may, roleIds, type Permission, type Role } from '../../contract/people/permissions.ts';
import type { SignedIn } from '../pipeline/handler.ts';
import { isLocked } from '../pipeline/kitchen-lock.ts';

/** What a session's device gets of the restaurant's rows. */
export interface View {
  tables: readonly Table[];
  /** What the PIN opened: a cursor before this version lacks rows of these tables, so the page that passes it brings them whole. */
  opened: { tables: readonly Table[]; version: number } | null;
}

/**
 * Kept from a locked session, as the calls that read them are. The other tables stay: the kitchen takes orders offline, which promotions
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

const tablesOf = Object.fromEntries(
  roleIds.map((role) => [role, tables.filter((table) => needed[table]?.some((one) => may(role, one)) ?? true)]),
) as Record<Role, Table[]>;

export const everything: View = { tables, opened: null };

export function viewOf(session: SignedIn, now: Date): View {
  const own = tablesOf[session.role];
  if (!session.kitchenMode) return { tables: own, opened: null };
  if (isLocked(session, now)) return { tables: own.filter((table) => !hidden.includes(table)), opened: null };
  const opened = hidden.filter((table) => own.includes(table));
  return { tables: own, opened: { tables: opened, version: session.kitchenMode.unlockedVersion } };
}
