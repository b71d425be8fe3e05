import { bigint, customType, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '../../contract/fields.ts';
import type { FieldChanges } from './field-merge.ts';

/** timestamptz that reads and writes ISO 8601 in UTC with milliseconds, as on the wire. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** jsonb with a declared type. Values have been checked against the contract. */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    // The pg driver returns parsed jsonb.
    fromDriver: (value) => value as unknown as T,
  })(name);

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Money in minor units. */
export const amount = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Columns of every synced table. The primary key is (restaurant_id, id), so that tables can be distributed by restaurant. */
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

export const requiredText = (name: string) => text(name).notNull().default('');

/** Time and operation of each field's last edit; never sent. */
export const fieldChanges = () => json<FieldChanges>('field_changes').notNull().default({});
