import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { queueUnsentEvents } from '../channels/calendar/events.ts';
import { findCalendar } from '../channels/store.ts';
import type { Pools } from '../db/open.ts';
import { reservations } from '../db/schema/reservations.ts';
import { inSpace, type Space } from '../jobs/in-space.ts';
import type { JobContext, JobRun } from '../jobs/jobs.ts';
import type { Enqueue } from '../pipeline/handler.ts';
import type { Bus } from '../platform/bus.ts';
import { updateCalendar } from './calendar.ts';
import { galley } from './follow-clock.ts';
import { toReservation, updateReservation } from './store.ts';

interface CalendarServices {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
}

/** So many are written under one lock of the space, so that others need not wait long. */
const BATCH = 50;

/** After a calendar was connected: puts the reservations to come into it. A repeat changes nothing. */
export const reservationCalendarJobs = ({ pools, bus }: CalendarServices): Record<string, JobRun> => ({
  'calendar.fill': async ({ restaurant_id: restaurantId = '' }, job) => {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const { result, version } = await inSpace(pools.app, restaurantId, (space) =>
        fill(space, restaurantId, job, from),
      );
      if (version !== null) bus.publish(restaurantId, version);
      after = result;
    }
  },
});

/** Those with an id above `after`. Returns the last id; null: there are no more. */
async function fill(
  { db, bump }: Space,
  restaurantId: string,
  { clock, enqueue }: JobContext,
  after: string,
): Promise<string | null> {
  if (!(await findCalendar(db, restaurantId))) return null;
  const c = {
    db,
    restaurantId,
    now: clock.now(),
    enqueue: ((job, ids) => enqueue(db, job, ids)) satisfies Enqueue,
  };
  const rows = await db
    .select()
    .from(reservations)
    .where(
      and(
        eq(reservations.restaurant_id, restaurantId),
        eq(reservations.reservation_status, 'confirmed'),
        gt(reservations.ends_at, c.now.toISOString()),
        isNull(reservations.deleted_at),
        after === '' ? undefined : gt(reservations.id, after),
      ),
    )
    .orderBy(asc(reservations.id))
    .limit(BATCH);
  for (const row of rows) {
    const calendar_event_id = await updateCalendar(c, toReservation(row));
    if (calendar_event_id === row.calendar_event_id) continue;
    const stamp = { version: await bump(), updated_at: c.now.toISOString(), updated_by: galley };
    await updateReservation(c, row.id, { calendar_event_id, ...stamp });
  }
  if (rows.length === BATCH) return rows.at(-1)!.id;
  await queueUnsentEvents(c);
  return null;
}
