import { bigint, customType, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '../../contract/fields.ts';

/** timestamptz that reads and writes ISO 8601 in UTC with milliseconds, as the wire has it. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** jsonb of a stated shape. Values are checked against the contract before they get here. */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    // The pg driver hands jsonb over already parsed.
    fromDriver: (value) => value as unknown as T,
  })(name);

/** Money in minor units. */
export const amount = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** The columns of every synced table; each is keyed (restaurant_id, id), so that it can be distributed by restaurant. */
export const syncedColumns = {
  restaurant_id: uuid('restaurant_id').notNull(),
  id: uuid('id').notNull(),
  version: bigint('version', { mode: 'number' }).notNull(),
  created_at: instant('created_at').notNull(),
  updated_at: instant('updated_at').notNull(),
  deleted_at: instant('deleted_at'),
  updated_by: json<Actor>('updated_by'),
};

export const byRestaurant = (t: { restaurant_id: unknown; id: unknown }) =>
  primaryKey({ columns: [t.restaurant_id, t.id] as never });

export const words = (name: string) => text(name).notNull().default('');
