import { Chat, ChatMessage } from './chats/calls.ts';
import { CannedReply } from './chats/canned-reply-calls.ts';
import { Customer } from './customers/calls.ts';
import { DeliveryLocation } from './delivery/rows.ts';
import { InventoryItem } from './inventory/calls.ts';
import { MenuBook, MenuCategory, MenuItem } from './menu/calls.ts';
import { ModifierGroup } from './menu/modifiers.ts';
import { Notification } from './notifications/calls.ts';
import { Order } from './orders/calls.ts';
import { Payment } from './payments/rows.ts';
import { Promotion } from './promotions/calls.ts';
import { Reservation } from './reservations/calls.ts';
import { Restaurant } from './restaurant/rows.ts';
import type { TableName } from './sync/tables.ts';
import type * as z from 'zod/mini';

export { tables } from './sync/tables.ts';

/** The mirrored rows, by table (tables.ts). */
export const entities = {
  restaurants: Restaurant,
  menu_books: MenuBook,
  menu_categories: MenuCategory,
  menu_items: MenuItem,
  modifier_groups: ModifierGroup,
  orders: Order,
  notifications: Notification,
  customers: Customer,
  payments: Payment,
  chats: Chat,
  chat_messages: ChatMessage,
  inventory_items: InventoryItem,
  promotions: Promotion,
  reservations: Reservation,
  delivery_locations: DeliveryLocation,
  canned_replies: CannedReply,
} as const satisfies Record<TableName, z.ZodMiniObject>;

export type Table = keyof typeof entities;
export type Row<T extends Table = Table> = z.infer<(typeof entities)[T]>;
