import { MIRROR_MESSAGES, MIRROR_NOTIFICATIONS, MIRROR_ORDERS, MIRROR_PAYMENTS } from '../limits.ts';

export interface MirroredTable {
  /** On the device, besides the id, in Dexie's notation. Few: each costs 5 to 8 % of a first sync. */
  indexes?: string;
  /** A device keeps only the newest rows: by which field, and how many. */
  newest?: { by: 'placed_at' | 'created_at'; keep: number };
  /** A field that the server derives when it is asked. It is no column, and no part of checksums. */
  derived?: string;
}

/**
 * The mirrored tables, each declared once, in the order in which a first sync begins them: what a screen needs first comes first. Closed
 * orders come last of all. The names are those of the tables in PostgreSQL, in IndexedDB and on the wire. Stores, wire keys, snapshot
 * order, checksums and bounds are derived from this.
 */
export const mirroredTables = {
  restaurants: { derived: 'settings' },
  menu_books: {},
  menu_categories: { indexes: 'menu_book_id' },
  menu_items: { indexes: 'category_id', derived: 'is_available' },
  modifier_groups: {},
  orders: {
    indexes: 'placed_at, [order_status+placed_at], customer_id',
    newest: { by: 'placed_at', keep: MIRROR_ORDERS },
  },
  notifications: { indexes: 'created_at', newest: { by: 'created_at', keep: MIRROR_NOTIFICATIONS } },
  customers: { indexes: 'phone, last_order_at' },
  payments: { indexes: 'created_at, order_id', newest: { by: 'created_at', keep: MIRROR_PAYMENTS } },
  chats: { indexes: 'customer_id, last_message_at' },
  chat_messages: { indexes: '[chat_id+created_at]', newest: { by: 'created_at', keep: MIRROR_MESSAGES } },
  inventory_items: {},
  promotions: { derived: 'promotion_status' },
  reservations: { indexes: 'starts_at, customer_id' },
  delivery_locations: {},
  canned_replies: {},
} as const satisfies Record<string, MirroredTable>;

export type TableName = keyof typeof mirroredTables;
export const tables = Object.keys(mirroredTables) as TableName[];
export const declarationOf = (table: TableName): MirroredTable => mirroredTables[table];

/** Of the device's database. Raise it when a table or an index is added, or a device keeps its old ones. */
export const STORES_VERSION = 8;
