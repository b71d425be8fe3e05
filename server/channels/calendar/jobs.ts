import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { DAY, dayOfDate, fromLocalParts } from '../../../contract/restaurant/zone.ts';
import type { Pools } from '../../db/open.ts';
import { calendar_events, channels } from '../../db/schema/channels.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Env } from '../../env.ts';
import {
  AccessRevoked,
  openGoogleCalendar,
  SyncTokenExpired,
  type ChangedEvent,
  type GoogleCalendar,
} from '../../integrations/google-calendar.ts';
import { inSpace } from '../../jobs/in-space.ts';
import type { JobContext, JobRun, Jobs } from '../../jobs/jobs.ts';
import type { Tx } from '../../db/tx.ts';
import type { Bus } from '../../platform/bus.ts';
import { newId } from '../../platform/ids.ts';
import { breakChannel } from '../break-channel.ts';
import { findCalendar, type ChannelRow } from '../store.ts';
import { openToken } from '../token.ts';
import { clip } from '../../../contract/clip.ts';

interface CalendarServices {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  env: Env;
}

/** Past events are not read: nobody books yesterday. */
const BACK_MS = 24 * 3_600_000;

/** Sends our events to the connected calendar and reads what has changed there. */
export function calendarJobs(services: CalendarServices): Record<string, JobRun> {
  const { pools, env } = services;
  const google = env.googleCalendar && openGoogleCalendar(env.googleCalendar);
  return {
    'calendar.sync': ({ restaurant_id: restaurantId }, job) =>
      withCalendar(services, google, restaurantId!, job, async ({ row, token, calendar }) => {
        const now = job.clock.now();
        const from = new Date(now.getTime() - BACK_MS).toISOString();
        // A full read first forgets what was known, since it does not tell what is gone.
        const read = await calendar.changes(token, row.sync_token, from).catch(async (error: unknown) => {
          if (!(error instanceof SyncTokenExpired)) throw error;
          return { isFull: true, ...(await calendar.changes(token, null, from)) };
        });
        const isFull = row.sync_token === null || 'isFull' in read;
        await inTenant(pools, restaurantId!, async (db) => {
          if (isFull) await forgetEvents(db, restaurantId!);
          for (const event of read.events) await noteEvent(db, restaurantId!, event, now);
          const at = now.toISOString();
          await db
            .update(channels)
            .set({ sync_token: read.syncToken, checked_at: at, ...(read.events.length > 0 && { last_event_at: at }) })
            .where(and(eq(channels.restaurant_id, restaurantId!), eq(channels.id, row.id)));
        });
      }),
    'calendar.push': ({ restaurant_id: restaurantId, event_id: eventId }, job) =>
      withCalendar(services, google, restaurantId!, job, async ({ row, token, calendar }) => {
        if (row.status === 'paused') return;
        const event = await inTenant(pools, restaurantId!, (db) => findOwn(db, restaurantId!, eventId!));
        if (!event || event.sent_at !== null) return;
        if (event.is_cancelled) await calendar.remove(token, event.google_event_id);
        else await calendar.put(token, { ...event, id: event.google_event_id });
        await inTenant(pools, restaurantId!, async (db) => {
          const own = and(eq(calendar_events.restaurant_id, restaurantId!), eq(calendar_events.id, event.id));
          const [sent] = await db
            .update(calendar_events)
            .set({ sent_at: job.clock.now().toISOString() })
            .where(and(own, eq(calendar_events.updated_at, event.updated_at)))
            .returning({ id: calendar_events.id });
          if (sent) return;
          // It changed meanwhile. The job of that change may have been faster, so Google may have the older state now.
          await db.update(calendar_events).set({ sent_at: null }).where(own);
          await job.enqueue(db, 'calendar.push', { restaurant_id: restaurantId!, event_id: event.id });
        });
      }),
  };
}

/** Reads every connected calendar, and sends what could not be sent before. */
export const queueCalendarSync = (owner: pg.Pool, jobs: Pick<Jobs, 'enqueueMissing'>): Promise<number> =>
  withTransaction(owner, null, 'write', async (client) => {
    const db = drizzle(client);
    const { rows } = await client.query<{ restaurant_id: string }>(
      "SELECT restaurant_id FROM channels WHERE type = 'google_calendar' AND status IN ('connected', 'paused')",
    );
    await jobs.enqueueMissing(db, 'calendar.sync', rows);
    const { rows: unsent } = await client.query<{ restaurant_id: string; event_id: string }>(
      `SELECT e.restaurant_id, e.id AS event_id FROM calendar_events e
         JOIN channels c ON c.restaurant_id = e.restaurant_id AND c.type = 'google_calendar' AND c.status = 'connected'
        WHERE e.origin = 'galley' AND e.sent_at IS NULL AND e.updated_at < now() - interval '5 minutes' LIMIT 500`,
    );
    await jobs.enqueueMissing(db, 'calendar.push', unsent);
    return rows.length;
  });

interface Connected {
  row: ChannelRow;
  token: string;
  calendar: GoogleCalendar;
}

/** Does nothing without a working calendar. Access that has ended breaks the channel and notifies the restaurant. */
async function withCalendar(
  { pools, bus, env }: CalendarServices,
  calendar: GoogleCalendar | null,
  restaurantId: string,
  { clock, enqueue }: JobContext,
  run: (connected: Connected) => Promise<void>,
): Promise<void> {
  const row = calendar && (await inTenant(pools, restaurantId, (db) => findCalendar(db, restaurantId)));
  if (!calendar || !row || row.status === 'error') return;
  const token = openToken(env, { restaurantId, channelId: row.id }, row.token_sealed);
  try {
    if (token === null) throw new AccessRevoked('The token cannot be opened');
    await run({ row, token, calendar });
  } catch (error) {
    if (!(error instanceof AccessRevoked)) throw error;
    const fault = { reason: token === null ? 'token_unreadable' : 'access_revoked', code: 'invalid_grant' } as const;
    const { version } = await inSpace(pools.app, restaurantId, ({ db, bump }) =>
      breakChannel(
        { db, bump, restaurantId, now: clock.now(), enqueue: (job, ids) => enqueue(db, job, ids) },
        row.id,
        fault,
      ),
    );
    if (version !== null) bus.publish(restaurantId, version);
  }
}

const inTenant = <T>(pools: Pick<Pools, 'app'>, restaurantId: string, run: (db: Tx) => Promise<T>) =>
  withTransaction(pools.app, restaurantId, 'write', (client) => run(drizzle(client)));

async function findOwn(db: Tx, restaurantId: string, id: string) {
  const [row] = await db
    .select()
    .from(calendar_events)
    .where(
      and(
        eq(calendar_events.restaurant_id, restaurantId),
        eq(calendar_events.id, id),
        eq(calendar_events.origin, 'galley'),
      ),
    );
  return row ?? null;
}

async function forgetEvents(db: Tx, restaurantId: string): Promise<void> {
  await db
    .delete(calendar_events)
    .where(and(eq(calendar_events.restaurant_id, restaurantId), eq(calendar_events.origin, 'google')));
}

/** Notes another person's event. Our own come back, too: what we know of them is newer. */
async function noteEvent(db: Tx, restaurantId: string, event: ChangedEvent, now: Date): Promise<void> {
  if (event.reference !== null) return;
  const at = now.toISOString();
  const own = and(
    eq(calendar_events.restaurant_id, restaurantId),
    eq(calendar_events.google_event_id, event.id),
    eq(calendar_events.origin, 'google'),
  );
  const starts_at = toInstant(event.start, event.timeZone);
  const ends_at = toInstant(event.end, event.timeZone);
  if (event.isCancelled || starts_at === null || ends_at === null) {
    await db.delete(calendar_events).where(own);
    return;
  }
  const fields = {
    summary: clip(event.summary, 300, ''),
    starts_at,
    ends_at,
    time_zone: event.timeZone,
    is_free: event.isFree,
    updated_at: at,
  };
  await db
    .insert(calendar_events)
    .values({ restaurant_id: restaurantId, id: newId(now), origin: 'google', google_event_id: event.id, ...fields })
    .onConflictDoUpdate({
      target: [calendar_events.restaurant_id, calendar_events.google_event_id],
      set: fields,
      setWhere: eq(calendar_events.origin, 'google'),
    });
}

/** An all-day event begins with the day of the calendar's own time zone. */
function toInstant(point: ChangedEvent['start'], timeZone: string): string | null {
  if (point?.dateTime !== undefined) return new Date(point.dateTime).toISOString();
  return point?.date === undefined
    ? null
    : new Date(fromLocalParts(dayOfDate(point.date) * DAY, timeZone)).toISOString();
}
