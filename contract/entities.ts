import { Chat, ChatMessage } from './chats.ts';
import { Customer } from './customers.ts';
import { MenuBook, MenuCategory, MenuItem } from './menu.ts';
import { Notification } from './notifications.ts';
import { Order } from './orders.ts';
import { Restaurant } from './restaurant.ts';
import type * as z from 'zod/mini';

/**
 * The mirrored rows, one table each, in the order in which a first sync begins them: what a screen needs first comes first. Closed orders
 * come last of all.
 * The keys are the names of the tables in PostgreSQL, in IndexedDB and on the wire.
 */
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
} as const;

export type Table = keyof typeof entities;
export type Row<T extends Table = Table> = z.infer<(typeof entities)[T]>;
export const tables = Object.keys(entities) as Table[];
