import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  changedPreferences,
  defaultPreferences,
  NotificationPreferences,
} from '../../contract/notifications/preferences.ts';
import { notification_preferences } from '../db/schema/notifications.ts';
import type { Tx } from '../db/tx.ts';

/** Stored preferences over the defaults: an older version wrote fewer events, and a claim of the weekly report none. */
export function toPreferences(stored: unknown, hasWeeklyReport: boolean): NotificationPreferences {
  const { events, ...rest } = (stored ?? {}) as Partial<NotificationPreferences>;
  const merged = {
    ...changedPreferences(defaultPreferences, { ...rest, ...(events && { events }) }),
    weekly_report: hasWeeklyReport,
  };
  const { data } = z.safeParse(NotificationPreferences, merged);
  return data ?? { ...defaultPreferences, weekly_report: hasWeeklyReport };
}

export async function findPreferences(db: Tx, restaurantId: string, userId: string): Promise<NotificationPreferences> {
  const [row] = await db
    .select()
    .from(notification_preferences)
    .where(and(eq(notification_preferences.restaurant_id, restaurantId), eq(notification_preferences.user_id, userId)));
  return toPreferences(row?.preferences, row?.has_weekly_report ?? true);
}

/** Of everybody who has chosen; the defaults if nobody has. */
export async function listPreferences(db: Tx, restaurantId: string): Promise<NotificationPreferences[]> {
  const rows = await db
    .select()
    .from(notification_preferences)
    .where(eq(notification_preferences.restaurant_id, restaurantId));
  return toPeople(rows);
}

type StoredPreferences = Pick<typeof notification_preferences.$inferSelect, 'preferences' | 'has_weekly_report'>;

export const toPeople = (rows: readonly StoredPreferences[]): NotificationPreferences[] =>
  rows.length === 0
    ? [defaultPreferences]
    : rows.map(({ preferences, has_weekly_report }) => toPreferences(preferences, has_weekly_report));

export async function savePreferences(
  db: Tx,
  key: { restaurant_id: string; user_id: string },
  { weekly_report, ...preferences }: NotificationPreferences,
  now: Date,
): Promise<void> {
  const fields = { preferences, has_weekly_report: weekly_report, updated_at: now.toISOString() };
  await db
    .insert(notification_preferences)
    .values({ ...key, ...fields })
    .onConflictDoUpdate({
      target: [notification_preferences.restaurant_id, notification_preferences.user_id],
      set: fields,
    });
}
