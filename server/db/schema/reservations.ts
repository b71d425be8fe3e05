import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { reservationSources, reservationStatuses, type Reservation } from '../../../contract/reservations/calls.ts';
import type { Actor } from '../../../contract/fields.ts';
import { byRestaurant, fieldChanges, instant, json, requiredText, syncedColumns } from '../columns.ts';

export const reservations = pgTable(
  'reservations',
  {
    ...syncedColumns,
    reservation_no: text('reservation_no').notNull(),
    customer_id: uuid('customer_id'),
    /** SHA-256 of the guest's token, hex; never sent. */
    public_token_hash: text('public_token_hash'),
    name: requiredText('name'),
    phone: text('phone'),
    email: text('email'),
    guests_count: integer('guests_count').notNull(),
    starts_at: instant('starts_at').notNull(),
    ends_at: instant('ends_at').notNull(),
    duration_minutes: integer('duration_minutes').notNull(),
    table_ids: json<string[]>('table_ids').notNull(),
    area_id: uuid('area_id'),
    occasion: text('occasion'),
    customer_note: text('customer_note'),
    staff_note: text('staff_note'),
    allergens: json<Reservation['allergens']>('allergens').notNull(),
    source: text('source', { enum: reservationSources }).notNull(),
    reservation_status: text('reservation_status', { enum: reservationStatuses }).notNull(),
    order_id: uuid('order_id'),
    calendar_event_id: text('calendar_event_id'),
    waitlisted_at: instant('waitlisted_at'),
    held_until: instant('held_until'),
    reminder_sent_at: instant('reminder_sent_at'),
    confirmed_at: instant('confirmed_at'),
    arrived_at: instant('arrived_at'),
    seated_at: instant('seated_at'),
    completed_at: instant('completed_at'),
    cancelled_at: instant('cancelled_at'),
    cancelled_by: json<Actor>('cancelled_by'),
    no_show_at: instant('no_show_at'),
    declined_at: instant('declined_at'),
    decline_reason: text('decline_reason'),
    events: json<Reservation['events']>('events').notNull(),
    field_changes: fieldChanges(),
  },
  (t) => [
    byRestaurant(t),
    index('reservations_version').on(t.restaurant_id, t.version),
    index('reservations_starts').on(t.restaurant_id, t.starts_at, t.id),
    index('reservations_state').on(t.restaurant_id, t.reservation_status, t.starts_at, t.id),
    index('reservations_customer').on(t.restaurant_id, t.customer_id),
    index('reservations_due')
      .on(t.starts_at)
      .where(sql`reservation_status IN ('held', 'confirmed')`),
    uniqueIndex('reservations_token').on(t.restaurant_id, t.public_token_hash),
  ],
);
