import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { MutationResult } from '../../../contract/sync/calls.ts';
import { instant, json } from '../columns.ts';

/** One row per restaurant: its version counter. Every write transaction holds its row lock. */
export const spaces = pgTable('spaces', {
  restaurant_id: uuid('restaurant_id').primaryKey(),
  epoch: text('epoch').notNull(),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  /** Tombstones below this version are deleted: an older cursor must reset. */
  min_version: bigint('min_version', { mode: 'number' }).notNull().default(0),
  /** By which rules, and for which country, the stored telephone numbers were read (server/customers/mend-phones.ts). */
  phones_read_by: text('phones_read_by'),
});

export const sync_clients = pgTable(
  'sync_clients',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    client_id: uuid('client_id').notNull(),
    user_id: uuid('user_id').notNull(),
    last_mid: bigint('last_mid', { mode: 'number' }).notNull().default(0),
    /** The client has stored the results up to this mid. */
    confirmed_mid: bigint('confirmed_mid', { mode: 'number' }).notNull().default(0),
    /** The mutation whose first try met an error of ours. */
    failed_mid: bigint('failed_mid', { mode: 'number' }),
    schema: integer('schema').notNull(),
    seen_at: instant('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.client_id] })],
);

/**
 * The result of each mutation. Its content is kept until its client confirms it, and at least 30 days; key and outcome for 400 days more, and
 * for ever where the client has not confirmed. `client_id` is
 * the nil UUID for calls outside a queue, whose rows are deleted after 30 days.
 */
export const mutation_results = pgTable(
  'mutation_results',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    key: uuid('key').notNull(),
    client_id: uuid('client_id').notNull(),
    mid: bigint('mid', { mode: 'number' }),
    /** SHA-256 of call name, path parameters and body. */
    request_hash: text('request_hash').notNull(),
    outcome: text('outcome', { enum: ['applied', 'rejected'] }).notNull(),
    status: integer('status').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    error: json<MutationResult['error']>('error'),
    notice: json<MutationResult['notice']>('notice'),
    reply: json<unknown>('reply'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurant_id, t.key] }),
    uniqueIndex('mutation_results_mid').on(t.restaurant_id, t.client_id, t.mid),
    // Only rows from which retention (server/sync/index.ts) can remove something.
    index('mutation_results_at')
      .on(t.at)
      .where(
        sql`mid IS NULL OR reply IS NOT NULL OR jsonb_exists(notice, 'current') OR jsonb_exists(error, 'current')`,
      ),
    index('mutation_results_keys_at')
      .on(t.at)
      .where(sql`mid IS NOT NULL`),
  ],
);
