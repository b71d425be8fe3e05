import { Chat, ChatMessage } from './chats/calls.ts';
import { Customer } from './customers/calls.ts';
import { MenuBook, MenuCategory, MenuItem } from './menu/calls.ts';
import { Notification } from './notifications/calls.ts';
import { Order } from './orders/calls.ts';
import { Restaurant } from './restaurant/rows.ts';
import type { tables } from './sync/tables.ts';
import type * as z from 'zod/mini';

export { tables } from './sync/tables.ts';

/** The mirrored rows, one table each (tables.ts). */
export const entities = {
  restaurants: Restaurant,
  menu_books: MenuBook,
  menu_categories: MenuCategory,
  menu_items: MenuItem,
  orders: Order,
  notifications: Notification,
  customers: Customer,
  chats: Chat,
  chat_messages: ChatMessage,
} as const satisfies Record<(typeof tables)[number], z.ZodMiniObject>;

export type Table = keyof typeof entities;
export type Row<T extends Table = Table> = z.infer<(typeof entities)[T]>;
