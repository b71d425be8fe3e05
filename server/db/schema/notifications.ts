import { boolean, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Notification } from '../../../contract/notifications/calls.ts';
import { byRestaurant, instant, json, syncedColumns, requiredText } from '../columns.ts';

export const notifications = pgTable(
  'notifications',
  {
    ...syncedColumns,
    entity: text('entity').$type<Notification['entity']>().notNull(),
    type: text('type').$type<Notification['type']>().notNull(),
    title: requiredText('title'),
    body: requiredText('body'),
    severity: text('severity').$type<Notification['severity']>().notNull(),
    resource_type: text('resource_type').$type<NonNullable<Notification['resource_type']>>(),
    resource_id: uuid('resource_id'),
    url: text('url'),
    group_key: text('group_key'),
    read_at: instant('read_at'),
  },
  (t) => [
    byRestaurant(t),
    index('notifications_version').on(t.restaurant_id, t.version),
    index('notifications_list').on(t.restaurant_id, t.entity, t.created_at, t.id),
    index('notifications_group').on(t.restaurant_id, t.group_key),
  ],
);

/** How one person wants to hear of the restaurant's events. No row: the defaults. */
export const notification_preferences = pgTable(
  'notification_preferences',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    user_id: uuid('user_id').notNull(),
    preferences: json<Record<string, unknown>>('preferences').notNull(),
    has_weekly_report: boolean('has_weekly_report').notNull().default(true),
    /** Last day of the last week that was reported. */
    reported_until: date('reported_until', { mode: 'string' }),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.user_id] })],
);
