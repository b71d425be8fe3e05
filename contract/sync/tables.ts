/**
 * The mirrored tables, in the order in which a first sync begins them: what a screen needs first comes first. Closed orders come last of
 * all. The names are those of the tables in PostgreSQL, in IndexedDB and on the wire.
 */
export const tables = [
  'restaurants',
  'menu_books',
  'menu_categories',
  'menu_items',
  'orders',
  'notifications',
  'customers',
  'chats',
  'chat_messages',
] as const;
