import { eq, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../contract/fields.ts';
import type { OwnerSettings } from '../../contract/restaurant/rows.ts';
import type { WebsiteSettings } from '../../contract/website/rows.ts';
import { mergeOwn, toOwn } from '../chatbot/store.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { savePreferences, toPreferences } from '../notifications/preferences.ts';
import type { Tx } from '../db/tx.ts';
import { savePart, toParts, type WebsiteParts } from '../website/store.ts';

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

export function toOwnerSettings({ parts, preferences, paused }: StoredSettings): OwnerSettings {
  const stored = parts ?? {};
  const { domain: _, ...website } = toParts(stored);
  return {
    notifications: toPreferences(preferences?.preferences, preferences?.has_weekly_report ?? true),
    website: Object.assign({}, ...Object.values(website)) as WebsiteSettings, // the fields of all sections
    chatbot: toOwn(stored['chatbot']),
    paused_channel_ids: paused ?? [],
  };
}

export async function readOwnerSettings(db: Tx, restaurantId: string): Promise<OwnerSettings> {
  const [row] = await db
    .select({ settings: storedSettings })
    .from(restaurants)
    .where(eq(restaurants.restaurant_id, restaurantId));
  return toOwnerSettings(row!.settings);
}

interface Saving {
  db: Tx;
  restaurantId: string;
  user: { id: string };
  actor: Actor;
  now: Date;
}

/** Stores each part that changed where it belongs. Whoever changes the status of a channel stores that. */
export async function saveOwnerSettings(c: Saving, before: OwnerSettings, after: OwnerSettings): Promise<void> {
  const scope = { db: c.db, restaurantId: c.restaurantId };
  const by = { updated_at: c.now.toISOString(), updated_by: c.actor };
  if (!isDeepStrictEqual(before.notifications, after.notifications))
    await savePreferences(c.db, { restaurant_id: c.restaurantId, user_id: c.user.id }, after.notifications, c.now);
  if (!isDeepStrictEqual(before.chatbot, after.chatbot)) await mergeOwn(scope, after.chatbot, by);
  for (const [section, read] of Object.entries(websiteParts) as [keyof WebsiteParts, (typeof readers)[number]][])
    if (!isDeepStrictEqual(read(before.website), read(after.website)))
      await savePart(scope, section, read(after.website) as WebsiteParts[typeof section], by); // of this very section
}

const websiteParts = {
  basic_info: ({ short_description }) => ({ short_description }),
  restaurant_type: ({ restaurant_type }) => ({ restaurant_type }),
  images: ({ logo, cover_image }) => ({ logo, cover_image }),
  theme_colors: ({ theme, theme_colors }) => ({ theme, theme_colors }),
  extra_pages: ({
    is_about_page_enabled,
    about_page_content,
    is_contact_page_enabled,
    contact_page_content,
    social_media_links,
  }) => ({
    is_about_page_enabled,
    about_page_content,
    is_contact_page_enabled,
    contact_page_content,
    social_media_links,
  }),
  publication: ({ published_at }) => ({ published_at }),
} satisfies { [S in Exclude<keyof WebsiteParts, 'domain'>]: (website: WebsiteSettings) => WebsiteParts[S] };
const readers = Object.values(websiteParts);
