import { eq, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../contract/fields.ts';
import type { OwnerSettings } from '../../contract/restaurant/rows.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import type { Tx } from '../db/tx.ts';
import { savePreferences, toPreferences } from '../notifications/preferences.ts';
import { Hook, type Addition } from '../platform/event.ts';

export interface StoredSettings {
  parts: Record<string, object> | null;
  preferences: { preferences: unknown; has_weekly_report: boolean } | null;
  paused: string[] | null;
}

/** What an owner set in other places, as one value beside a row of `restaurants`. See toOwnerSettings. */
export const storedSettings = sql<StoredSettings>`(SELECT jsonb_build_object(
  'parts', (SELECT jsonb_object_agg(s.name, s.value) FROM restaurant_settings s
             WHERE s.restaurant_id = restaurants.restaurant_id
               AND (s.name = 'chatbot' OR s.name LIKE 'website\\_%' AND s.name <> 'website_domain')),
  'preferences', (SELECT to_jsonb(p) FROM notification_preferences p
                   WHERE p.restaurant_id = restaurants.restaurant_id ORDER BY p.updated_at DESC LIMIT 1),
  'paused', (SELECT jsonb_agg(c.id ORDER BY c.id) FROM channels c
              WHERE c.restaurant_id = restaurants.restaurant_id AND c.status = 'paused')))`;

/** The settings of an area that it keeps in `restaurant_settings`: they are a part of the row that devices have of the restaurant. */
export interface SettingsPart<K extends keyof OwnerSettings> {
  key: K;
  /** From what is stored of the restaurant, by name. */
  read(stored: Record<string, object>): OwnerSettings[K];
  /** Called where something of the part changed. */
  save(c: Saving, before: OwnerSettings[K], after: OwnerSettings[K]): Promise<void>;
}

export interface Saving {
  db: Tx;
  restaurantId: string;
  by: { updated_at: string; updated_by: Actor };
}

const parts = new Hook<SettingsPart<keyof OwnerSettings>>('settings of the restaurant');

export const addSettingsPart = <K extends keyof OwnerSettings>(part: SettingsPart<K>): Addition => parts.add(part); // each is given its own key's values only

export function toOwnerSettings({ parts: stored, preferences, paused }: StoredSettings): OwnerSettings {
  return {
    notifications: toPreferences(preferences?.preferences, preferences?.has_weekly_report ?? true),
    paused_channel_ids: paused ?? [],
    ...Object.fromEntries(parts.entries.map(({ key, read }) => [key, read(stored ?? {})])),
  } as OwnerSettings; // the other keys are those of the parts
}

export async function readOwnerSettings(db: Tx, restaurantId: string): Promise<OwnerSettings> {
  const [row] = await db
    .select({ settings: storedSettings })
    .from(restaurants)
    .where(eq(restaurants.restaurant_id, restaurantId));
  return toOwnerSettings(row!.settings);
}

/** Stores each part that changed where it belongs. Whoever changes the status of a channel stores that. */
export async function saveOwnerSettings(
  c: Omit<Saving, 'by'> & { user: { id: string }; actor: Actor; now: Date },
  before: OwnerSettings,
  after: OwnerSettings,
): Promise<void> {
  if (!isDeepStrictEqual(before.notifications, after.notifications))
    await savePreferences(c.db, { restaurant_id: c.restaurantId, user_id: c.user.id }, after.notifications, c.now);
  const saving = {
    db: c.db,
    restaurantId: c.restaurantId,
    by: { updated_at: c.now.toISOString(), updated_by: c.actor },
  };
  for (const { key, save } of parts.entries)
    if (!isDeepStrictEqual(before[key], after[key])) await save(saving, before[key], after[key]);
}
