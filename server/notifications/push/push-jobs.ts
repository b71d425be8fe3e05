import type pg from 'pg';
import { mediaOf, type NotificationPreferences } from '../../../contract/notifications/preferences.ts';
import { readersOf } from '../../../contract/notifications/readers.ts';
import { may, type Role } from '../../../contract/people/permissions.ts';
import type { Env } from '../../env.ts';
import { GiveUp } from '../../platform/give-up.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import type { Pusher, PushMessage, PushTarget } from '../../integrations/push/pusher.ts';
import { toPreferences } from '../preferences.ts';
import { needsAnswer, composePush, composeTest, type PushContent } from './message.ts';

/**
 * Pushes to devices. If a job runs again after its push was sent, the second notification replaces the first. What was read or answered
 * meanwhile is not sent.
 */
export function pushJobs(pusher: Pusher, env: Pick<Env, 'publicUrl'>): Record<string, JobRun> {
  return {
    'push.notification': async (ids, { owner, clock }) => {
      const now = clock.now();
      const device = await findDevice(owner, ids, now);
      const content = device && (await findContent(owner, ids, now, env));
      const message = content && isWanted(device, content) && composePush(content);
      if (device && message) await deliver(owner, pusher, device, message);
    },
    'push.test': async (ids, { owner, clock }) => {
      const device = await findDevice(owner, ids, clock.now());
      if (device) await deliver(owner, pusher, device, composeTest(env.publicUrl));
    },
  };
}

type Ids = Record<string, string>;

async function deliver(owner: pg.Pool, pusher: Pusher, to: PushTarget, message: PushMessage): Promise<void> {
  const outcome = await pusher.push(to, message);
  if (outcome.kind === 'gone') await owner.query('DELETE FROM push_subscriptions WHERE endpoint = $1', [to.endpoint]);
  if (outcome.kind === 'refused')
    throw new GiveUp(`${new URL(to.endpoint).origin} refused a push with ${outcome.status}`);
}

interface Device extends PushTarget {
  /** Of the person who is signed in on it. */
  preferences: NotificationPreferences;
  timezone: string;
  role: Role;
}

/** By the person's role, and the preferences of now, at the moment of the event. */
const isWanted = ({ preferences, timezone, role }: Device, { notification }: PushContent): boolean =>
  may(role, readersOf[notification.type]) && mediaOf(preferences, notification, notification.created_at, timezone).push;

/** A device whose session has ended gets nothing. */
async function findDevice(owner: pg.Pool, ids: Ids, now: Date): Promise<Device | null> {
  const { rows } = await owner.query<{
    endpoint: string;
    p256dh: string;
    auth: string;
    preferences: unknown;
    has_weekly_report: boolean | null;
    timezone: string;
    role: Role;
  }>(
    `SELECT p.endpoint, p.p256dh, p.auth, n.preferences, n.has_weekly_report, r.timezone, m.role
       FROM push_subscriptions p JOIN sessions s ON s.token_hash = p.token_hash
       JOIN memberships m ON m.user_id = s.user_id AND m.restaurant_id = p.restaurant_id AND m.suspended_at IS NULL
       JOIN restaurants r ON r.restaurant_id = p.restaurant_id
       LEFT JOIN notification_preferences n ON n.restaurant_id = p.restaurant_id AND n.user_id = s.user_id
      WHERE p.restaurant_id = $1 AND p.device_id = $2 AND s.expires_at > $3`,
    [ids['restaurant_id'], ids['device_id'], now.toISOString()],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    endpoint: row.endpoint,
    keys: { p256dh: row.p256dh, auth: row.auth },
    preferences: toPreferences(row.preferences, row.has_weekly_report ?? true),
    timezone: row.timezone,
    role: row.role,
  };
}

/** Null: read, unless it was created as read because nobody wants to see it in the app (notify.ts). With the number of things that need attention, each once: the number that the app shows itself (features/notifications/attention.ts). */
async function findContent(
  owner: pg.Pool,
  ids: Ids,
  now: Date,
  env: Pick<Env, 'publicUrl'>,
): Promise<PushContent | null> {
  const { rows } = await owner.query<
    PushContent['notification'] & { created_at: Date; order: OpenOrder | null; unread: string }
  >(
    `SELECT n.id, n.type, n.title, n.body, n.severity, n.url, n.group_key, n.created_at, n.resource_type, n.resource_id,
            (SELECT jsonb_build_object('status', o.order_status, 'answer_by_at', o.answer_by_at) FROM orders o
              WHERE n.resource_type = 'order' AND o.restaurant_id = n.restaurant_id AND o.id = n.resource_id AND o.deleted_at IS NULL) AS "order",
            (SELECT count(*) FROM (
               SELECT 'order:' || w.id AS what FROM orders w
                WHERE w.restaurant_id = n.restaurant_id AND w.order_status = 'pending' AND w.deleted_at IS NULL
               UNION
               SELECT coalesce(u.group_key, u.id::text) FROM notifications u
                WHERE u.restaurant_id = n.restaurant_id AND u.read_at IS NULL AND u.deleted_at IS NULL
                  AND u.type NOT IN ('order_new', 'order_unanswered')) AS waiting) AS unread
       FROM notifications n
      WHERE n.restaurant_id = $1 AND n.id = $2 AND n.deleted_at IS NULL
        AND (n.read_at IS NULL OR (n.read_at = n.created_at AND n.updated_at = n.created_at))`,
    [ids['restaurant_id'], ids['notification_id']],
  );
  const [row] = rows;
  if (!row) return null;
  if (needsAnswer(row.type) && row.order?.status !== 'pending') return null;
  return {
    notification: { ...row, created_at: row.created_at.toISOString() },
    answerBy: row.order?.answer_by_at ?? null,
    unread: Number(row.unread),
    publicUrl: env.publicUrl,
    now,
  };
}

interface OpenOrder {
  status: string;
  answer_by_at: string | null;
}
