import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { calendar_events } from '../../db/schema/channels.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import { findCalendar } from '../store.ts';

/** Something of ours that belongs into the connected calendar, such as a confirmed reservation. */
export interface OwnEvent {
  /** Id of what it is for. */
  id: string;
  summary: string;
  description: string;
  starts_at: string;
  ends_at: string;
  /** IANA name. */
  time_zone: string;
}

type EventContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'enqueue'>;

/**
 * Puts an event into the restaurant's calendar, or brings it up to date, in the caller's transaction; a job sends what has changed. Null: no
 * calendar is connected. Otherwise Google's id of the event.
 */
export async function putCalendarEvent(c: EventContext, { id, ...fields }: OwnEvent): Promise<string | null> {
  if (!(await findCalendar(c.db, c.restaurantId))) return null;
  const changed = { ...fields, is_cancelled: false, sent_at: null, updated_at: c.now.toISOString() };
  const google_event_id = toGoogleId(id);
  const [row] = await c.db
    .insert(calendar_events)
    .values({ restaurant_id: c.restaurantId, id, origin: 'galley', google_event_id, ...changed })
    .onConflictDoUpdate({
      target: [calendar_events.restaurant_id, calendar_events.id],
      set: changed,
      setWhere: sql`(calendar_events.summary, calendar_events.description, calendar_events.starts_at, calendar_events.ends_at,
          calendar_events.time_zone, calendar_events.is_cancelled)
        IS DISTINCT FROM (excluded.summary, excluded.description, excluded.starts_at, excluded.ends_at,
          excluded.time_zone, excluded.is_cancelled)`,
    })
    .returning({ id: calendar_events.id });
  if (row) await c.enqueue('calendar.push', { restaurant_id: c.restaurantId, event_id: id });
  return google_event_id;
}

/** Takes an event out of the calendar again; a job does it. */
export async function removeCalendarEvent(c: EventContext, id: string): Promise<void> {
  const [row] = await c.db
    .update(calendar_events)
    .set({ is_cancelled: true, sent_at: null, updated_at: c.now.toISOString() })
    .where(
      and(
        eq(calendar_events.restaurant_id, c.restaurantId),
        eq(calendar_events.id, id),
        eq(calendar_events.origin, 'galley'),
        eq(calendar_events.is_cancelled, false),
      ),
    )
    .returning({ id: calendar_events.id });
  if (row) await c.enqueue('calendar.push', { restaurant_id: c.restaurantId, event_id: id });
}

/** A calendar was connected: whatever it had of ours before, the events from now on are sent to it again. */
export async function resendCalendarEvents(db: Tx, restaurantId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .update(calendar_events)
    .set({ sent_at: null, updated_at: at })
    .where(
      and(
        eq(calendar_events.restaurant_id, restaurantId),
        eq(calendar_events.origin, 'galley'),
        eq(calendar_events.is_cancelled, false),
        gt(calendar_events.ends_at, at),
      ),
    );
}

/** Queues what the calendar does not have yet, also what changed while none was connected. */
export async function queueUnsentEvents(c: Omit<EventContext, 'now'>): Promise<void> {
  const unsent = await c.db
    .select({ event_id: calendar_events.id })
    .from(calendar_events)
    .where(
      and(
        eq(calendar_events.restaurant_id, c.restaurantId),
        eq(calendar_events.origin, 'galley'),
        isNull(calendar_events.sent_at),
      ),
    );
  for (const ids of unsent) await c.enqueue('calendar.push', { restaurant_id: c.restaurantId, ...ids });
}

/** When other entries of the connected calendar take time, as of its last sync. Needs no network, so a booking may ask it. */
export const listBusy = (
  db: Tx,
  restaurantId: string,
  { from, to }: { from: string; to: string },
): Promise<{ starts_at: string; ends_at: string }[]> =>
  db
    .select({ starts_at: calendar_events.starts_at, ends_at: calendar_events.ends_at })
    .from(calendar_events)
    .where(
      and(
        eq(calendar_events.restaurant_id, restaurantId),
        eq(calendar_events.origin, 'google'),
        eq(calendar_events.is_free, false),
        lt(calendar_events.starts_at, to),
        gt(calendar_events.ends_at, from),
      ),
    )
    .orderBy(asc(calendar_events.starts_at));

/** Google takes 5 to 1024 characters of base32hex; the hex digits of an id are some of them. A repeat with the same id makes no second event. */
const toGoogleId = (id: string): string => `g${id.toLowerCase().replaceAll('-', '')}`;
