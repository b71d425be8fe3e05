import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { applyReservationStatus } from '../../contract/reservations/status.ts';
import type { Actor } from '../../contract/fields.ts';
import { changedFields } from '../db/changed-fields.ts';
import type { Pools } from '../db/open.ts';
import { reservations } from '../db/schema/reservations.ts';
import { reservationNear } from './events.ts';
import { inEachSpace, type EachSpaceOptions } from '../jobs/for-each-space.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { toReservation, updateReservation } from './store.ts';

export const galley: Actor = { kind: 'system', id: null, name: 'Galley' };
/** A reminder is sent the day before; who booked later than that has just read the confirmation. */
const REMIND_MS = 24 * 3_600_000;

interface FollowOptions extends EachSpaceOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Ends holds that ran out, and queues the reminders of the next day. Any number of processes may do it. */
export async function followReservations({ jobs, ...options }: FollowOptions, now: Date): Promise<void> {
  const remindUntil = new Date(now.getTime() + REMIND_MS);
  const { rows } = await options.pools.owner.query<{ restaurant_id: string }>(
    `SELECT DISTINCT restaurant_id FROM reservations
      WHERE deleted_at IS NULL
        AND ((reservation_status = 'held' AND held_until <= $1)
          OR (reservation_status = 'confirmed' AND (email IS NOT NULL OR customer_id IS NOT NULL) AND reminder_sent_at IS NULL
              AND starts_at > $1 AND starts_at <= $2 AND created_at < starts_at - interval '24 hours'))`,
    [now.toISOString(), remindUntil.toISOString()],
  );
  const ids = rows.map(({ restaurant_id }) => restaurant_id);
  await inEachSpace(options, 'reservations', ids, async (restaurantId, space) => {
    const c: FollowContext = {
      ...space,
      restaurantId,
      now,
      enqueue: (job, data) => jobs.enqueue(space.db, job, data),
    };
    await expireHolds(c);
    for (const reservation of await markReminded(c, remindUntil)) await reservationNear.emit(c, reservation);
  });
}

type FollowContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'enqueue'>;

async function expireHolds(c: FollowContext): Promise<void> {
  const { db, restaurantId, now } = c;
  const at = now.toISOString();
  const held = await db
    .select()
    .from(reservations)
    .where(
      and(
        eq(reservations.restaurant_id, restaurantId),
        eq(reservations.reservation_status, 'held'),
        lte(reservations.held_until, at),
        isNull(reservations.deleted_at),
      ),
    );
  for (const row of held) {
    const reservation = toReservation(row);
    const outcome = applyReservationStatus(
      reservation,
      { reservation_status: 'expired' },
      { occurredAt: at, opId: newId(now), actor: galley, now: at, restaurant: null },
    );
    if (outcome.kind !== 'moved') continue;
    const stamp = { version: await c.bump(), updated_at: at, updated_by: galley };
    await updateReservation(c, row.id, { ...changedFields(reservation, outcome.reservation), ...stamp });
  }
}

/** Returns those that are to be reminded, marked in the same transaction as their jobs. */
async function markReminded(c: FollowContext, until: Date): Promise<Reservation[]> {
  const { db, restaurantId, now } = c;
  const at = now.toISOString();
  const rows = await db
    .select({ id: reservations.id, created_at: reservations.created_at, starts_at: reservations.starts_at })
    .from(reservations)
    .where(
      and(
        eq(reservations.restaurant_id, restaurantId),
        eq(reservations.reservation_status, 'confirmed'),
        or(isNotNull(reservations.email), isNotNull(reservations.customer_id)),
        isNull(reservations.reminder_sent_at),
        gt(reservations.starts_at, at),
        lte(reservations.starts_at, until.toISOString()),
        isNull(reservations.deleted_at),
      ),
    );
  const due = rows.filter((row) => Date.parse(row.created_at) < Date.parse(row.starts_at) - REMIND_MS);
  const marked: Reservation[] = [];
  for (const { id } of due) {
    const stamp = { version: await c.bump(), updated_at: at, updated_by: galley };
    marked.push(await updateReservation(c, id, { reminder_sent_at: at, ...stamp }));
  }
  return marked;
}
