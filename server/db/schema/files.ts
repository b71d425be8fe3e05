import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { byRestaurant, instant } from '../columns.ts';

/** The images of a restaurant. Their bytes lie in the file store. */
export const files = pgTable(
  'files',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    /** SHA-256 of what was sent, hex. */
    hash: text('hash').notNull(),
    bytes: integer('bytes').notNull(),
    created_at: instant('created_at').notNull(),
    /** Null until the store has all of it. */
    stored_at: instant('stored_at'),
    /** Since when no row has named it, as server/files/delete-unused.ts saw it. */
    unused_since: instant('unused_since'),
  },
  (t) => [byRestaurant(t)],
);
