import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** Messages of the contact form to the operator, not about a restaurant. Only the owner's role reads them. */
export const contact_messages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of sender and text, hex. The same within a day is the same message. */
    fingerprint: text('fingerprint').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    restaurant_name: text('restaurant_name'),
    message: text('message').notNull(),
    created_at: instant('created_at').notNull(),
    mailed_at: instant('mailed_at'),
  },
  (t) => [
    index('contact_messages_fingerprint').on(t.fingerprint, t.created_at),
    index('contact_messages_created').on(t.created_at),
  ],
);
