import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../contract/fields.ts';
import { deliveryLocationTypes, type DeliveryLocation } from '../../../contract/delivery/rows.ts';
import { amount, byRestaurant, fieldChanges, instant, json, requiredText, syncedColumns } from '../columns.ts';

/** Settings that are saved one part at a time, such as a section of the website. No row: the defaults. */
export const restaurant_settings = pgTable(
  'restaurant_settings',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    name: text('name').notNull(),
    value: json<Record<string, unknown>>('value').notNull(),
    updated_at: instant('updated_at').notNull(),
    updated_by: json<Actor>('updated_by'),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.name] })],
);

/** Where the restaurant delivers and for how much. */
export const delivery_locations = pgTable(
  'delivery_locations',
  {
    ...syncedColumns,
    name: text('name').notNull(),
    location_type: text('location_type', { enum: deliveryLocationTypes }).notNull(),
    postcodes: json<string[]>('postcodes').notNull(),
    center: json<DeliveryLocation['center']>('center'),
    radius_m: integer('radius_m'),
    polygon: json<DeliveryLocation['polygon']>('polygon'),
    fee_amount: amount('fee_amount'),
    fee_tiers: json<DeliveryLocation['fee_tiers']>('fee_tiers').notNull(),
    min_order_amount: amount('min_order_amount'),
    free_over_amount: bigint('free_over_amount', { mode: 'number' }),
    currency: text('currency').notNull(),
    eta_min_minutes: integer('eta_min_minutes'),
    eta_max_minutes: integer('eta_max_minutes'),
    priority: integer('priority').notNull(),
    is_active: boolean('is_active').notNull(),
    windows: json<DeliveryLocation['windows']>('windows').notNull(),
    courier: text('courier').$type<DeliveryLocation['courier']>().notNull(),
    note: requiredText('note'),
    field_changes: fieldChanges(),
  },
  (t) => [byRestaurant(t), index('delivery_locations_version').on(t.restaurant_id, t.version)],
);
