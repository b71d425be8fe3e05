import { Chat, ChatMessage } from './chats.ts';
import { Customer } from './customers.ts';
import { MenuBook, MenuCategory, MenuItem } from './menu.ts';
import { Notification } from './notifications.ts';
import { Order } from './orders.ts';
import { Restaurant } from './restaurant.ts';
import type { tables } from './tables.ts';
import type * as z from 'zod/mini';

export { tables } from './tables.ts';

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
