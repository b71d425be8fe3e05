import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PushTopic } from '../../../contract/notifications/push-calls.ts';
import { instant, json } from '../columns.ts';
import { sessions } from './accounts.ts';

/**
 * The key pair that signs this installation's pushes, created once (server/notifications/push/vapid-keys.ts). Only the owner's role reads the private
 * key.
 */
export const vapid_keys = pgTable('vapid_keys', {
  /** The uncompressed point, base64url. */
  public_key: text('public_key').primaryKey(),
  /** Encrypted with SECRETS_KEY. */
  private_key: text('private_key').notNull(),
  created_at: instant('created_at').notNull(),
});

/** A device's Web Push endpoint. */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    device_id: uuid('device_id').notNull(),
    /** Ending the session, by logout or a new password, deletes this, too. */
    token_hash: text('token_hash')
      .notNull()
      .references(() => sessions.token_hash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    device_name: text('device_name').notNull(),
    wants: json<PushTopic[]>('wants').notNull(),
    created_at: instant('created_at').notNull(),
    last_seen_at: instant('last_seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurant_id, t.device_id] }),
    uniqueIndex('push_subscriptions_endpoint').on(t.restaurant_id, t.endpoint),
    index('push_subscriptions_session').on(t.token_hash),
  ],
);
