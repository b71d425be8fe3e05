import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import {
  DAY,
  dateOfDay,
  dayOfLocalParts,
  fromLocalParts,
  msOfTime,
  toLocalParts,
  weekdayOfDay,
} from '../../contract/restaurant/zone.ts';
import { rolesWith } from '../../contract/people/permissions.ts';
import { businessDayRange } from '../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Env } from '../env.ts';
import type { Mailer } from '../integrations/mail.ts';
import { oneByOne, type EachSpaceOptions } from '../jobs/for-each-space.ts';
import type { JobRun, Jobs } from '../jobs/jobs.ts';
import { sendOnce } from '../notifications/send-once.ts';
import { Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { dayRows, itemRows } from './figures.ts';
import { total } from './insights.ts';
import { addDays, readPeriods } from './periods.ts';
import { reportMail, type Week } from './weekly-report-mail.ts';

const SEND_TIME = '08:00';
/** A server that was off on Monday morning still sends until Wednesday morning. */
const LATE_MS = 2 * DAY;

type Days = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>;

/**
 * The last day (a Sunday) of the week that is to be reported now; null: none. A week has seven business days. It is reported on Monday at
 * 08:00 of the restaurant's clock, or when its last business day ends, if that is later.
 */
export function dueWeek({ timezone, business_day_cutoff_time: cutoff }: Days, now: Date): string | null {
  const today = dayOfLocalParts(toLocalParts(now.getTime(), timezone));
  const monday = today - ((weekdayOfDay(today) + 6) % 7);
  const lastDay = dateOfDay(monday - 1);
  const eight = fromLocalParts(monday * DAY + msOfTime(SEND_TIME), timezone);
  const from = Math.max(eight, Date.parse(businessDayRange(lastDay, timezone, cutoff).to));
  return now.getTime() >= from && now.getTime() < from + LATE_MS ? lastDay : null;
}

interface Candidate extends Days {
  restaurant_id: string;
  user_id: string;
  reported_until: string | null;
}

interface ReportOptions extends Pick<EachSpaceOptions, 'log'> {
  pools: { owner: pg.Pool };
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Queues the reports that are due, one for each person and week: `reported_until` and the job are written in one transaction. Any number of
 * processes may do it. Returns how many.
 */
export async function queueWeeklyReports({ pools, jobs, log }: ReportOptions, now: Date): Promise<number> {
  const { rows } = await pools.owner.query<Candidate>(
    `SELECT r.restaurant_id, r.timezone, r.business_day_cutoff_time, u.id AS user_id, p.reported_until::text AS reported_until
       FROM restaurants r JOIN memberships m ON m.restaurant_id = r.restaurant_id AND m.role = ANY($1) AND m.suspended_at IS NULL
       JOIN users u ON u.id = m.user_id AND u.is_email_verified
       LEFT JOIN notification_preferences p ON p.restaurant_id = r.restaurant_id AND p.user_id = u.id
      WHERE r.deleted_at IS NULL AND coalesce(p.has_weekly_report, true)`,
    [rolesWith('insights')],
  );
  const due = rows.flatMap((row) => {
    const lastDay = dueWeek(row, now);
    return lastDay === null || (row.reported_until ?? '') >= lastDay ? [] : [{ ...row, lastDay }];
  });
  const byRestaurant = Map.groupBy(due, ({ restaurant_id }) => restaurant_id);
  const counts = await oneByOne(log, 'weekly_report', [...byRestaurant.keys()], async (id) => {
    const people = byRestaurant.get(id)!;
    const db = drizzle(pools.owner);
    if ((await findWeek(db, id, people[0]!.lastDay, now)) === null) return 0;
    return db.transaction(async (tx) => {
      let queued = 0;
      for (const { user_id, lastDay } of people) {
        if (!(await markReported(tx, { restaurantId: id, userId: user_id, lastDay, now }))) continue;
        await jobs.enqueue(tx, 'mail.weekly_report', { restaurant_id: id, user_id, last_day: lastDay });
        queued += 1;
      }
      return queued;
    });
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** False: another process was first. */
async function markReported(
  db: Tx,
  { restaurantId, userId, lastDay, now }: { restaurantId: string; userId: string; lastDay: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO notification_preferences AS p (restaurant_id, user_id, preferences, reported_until, updated_at)
    VALUES (${restaurantId}, ${userId}, '{}', ${lastDay}, ${now.toISOString()})
    ON CONFLICT (restaurant_id, user_id) DO UPDATE SET reported_until = excluded.reported_until
     WHERE p.has_weekly_report AND (p.reported_until IS NULL OR p.reported_until < excluded.reported_until)`);
  return rowCount === 1;
}

/**
 * The order of the steps keeps it at one mail at most: the week is marked as reported together with the job; the job claims the mail
 * (sendOnce), sends it and is done. A process that dies after the claim sends none; one that dies after the mail finds the claim.
 */
export function weeklyReportJobs(mailer: Mailer, env: Pick<Env, 'publicUrl'>): Record<string, JobRun> {
  return {
    'mail.weekly_report': async (ids, { owner, clock }) => {
      const { restaurant_id = '', user_id = '', last_day = '' } = ids;
      const { rows } = await owner.query<{ email: string }>(
        `SELECT u.email FROM users u JOIN notification_preferences p ON p.user_id = u.id AND p.restaurant_id = $2
            JOIN memberships m ON m.user_id = u.id AND m.restaurant_id = $2 AND m.role = ANY($3) AND m.suspended_at IS NULL
          WHERE u.id = $1 AND u.is_email_verified AND p.has_weekly_report`,
        [user_id, restaurant_id, rolesWith('insights')],
      );
      const week = await findWeek(drizzle(owner), restaurant_id, last_day, clock.now());
      if (!rows[0] || !week) return;
      const mail = { to: rows[0].email, ...reportMail(week, env.publicUrl) };
      await sendOnce(owner, `weekly ${restaurant_id} ${user_id} ${last_day}`, clock.now(), () => mailer.send(mail));
    },
  };
}

const BEST_SELLERS = 5;

/** The figures of the seven business days up to `lastDay` and of the seven before; null: no order in the week. */
async function findWeek(db: Tx, restaurantId: string, lastDay: string, now: Date): Promise<Week | null> {
  const restaurant = await loadRestaurant(db, restaurantId);
  const firstDay = addDays(lastDay, -6);
  const periods = readPeriods({ date: `${firstDay}..${lastDay}` }, restaurant, now);
  if (periods instanceof Refusal) throw new Error(`No week ends with ${lastDay}`);
  const sums = total(await dayRows(db, restaurantId, periods.period));
  if (sums.orders_count + sums.rejected_count + sums.cancelled_count === 0) return null;
  const before = total(await dayRows(db, restaurantId, periods.compared));
  const items = await itemRows(db, restaurantId, periods.period);
  return { restaurant, firstDay, lastDay, sums, before, items: items.slice(0, BEST_SELLERS) };
}
