import { sql } from 'drizzle-orm';
import type { Notification } from '../../contract/notifications/calls.ts';
import type { NotificationPreferences } from '../../contract/notifications/preferences.ts';
import { notification_preferences } from '../db/schema/notifications.ts';
import { push_subscriptions } from '../db/schema/push.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import type { Tx } from '../db/tx.ts';
import { topicOf } from './push/message.ts';
import { toPeople } from './preferences.ts';

export interface Audience {
  /** Of the restaurant. */
  timezone: string;
  /** What its people chose. */
  people: NotificationPreferences[];
  /** Ids of the devices that want a push. */
  devices: string[];
}

/**
 * Who may hear of an event, in one statement. Devices choose topics; an event without one goes to every device of those who asked for it.
 */
export async function readAudience(db: Tx, restaurantId: string, type: Notification['type']): Promise<Audience> {
  const topic = topicOf(type);
  const wanting = topic === null ? sql`` : sql`AND d.wants @> ${JSON.stringify([topic])}::jsonb`;
  const [row] = await db
    .select({
      timezone: restaurants.timezone,
      people: sql<Parameters<typeof toPeople>[0]>`(SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]')
        FROM ${notification_preferences} p WHERE p.restaurant_id = ${restaurantId})`,
      devices: sql<string[]>`(SELECT coalesce(jsonb_agg(d.device_id), '[]')
        FROM ${push_subscriptions} d WHERE d.restaurant_id = ${restaurantId} ${wanting})`,
    })
    .from(restaurants)
    .where(sql`${restaurants.restaurant_id} = ${restaurantId}`);
  if (!row) throw new Error(`Restaurant ${restaurantId} has no row`);
  return { timezone: row.timezone, people: toPeople(row.people), devices: row.devices };
}
