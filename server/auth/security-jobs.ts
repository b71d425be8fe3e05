import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { JobRun } from '../jobs/jobs.ts';
import { inSpace } from '../jobs/in-space.ts';
import { notify, type NewNotification } from '../notifications/notify.ts';
import type { Enqueue } from '../pipeline/handler.ts';
import type { Bus } from '../platform/bus.ts';

interface Options {
  pools: { owner: pg.Pool; app: pg.Pool };
  bus: Bus;
}

const NEW_PASSWORD = 'If it was not you, set a new password at once: that signs every other device out.';

const OF_OTHERS = 'If it was not them, suspend them in the settings under People, and let them set a new password.';

const changes = {
  password_changed: ['Your password was changed', NEW_PASSWORD],
  password_reset: ['Your password was set anew by a link from a mail', NEW_PASSWORD],
  two_factor_on: ['Two-factor sign-in is on', NEW_PASSWORD],
  two_factor_off: ['Two-factor sign-in is off', NEW_PASSWORD],
  passkey_added: ['A passkey was added', `If it was not you, remove it. ${NEW_PASSWORD}`],
  passkey_removed: ['A passkey was removed', NEW_PASSWORD],
  google_linked: ['Google now signs you in', NEW_PASSWORD],
  facebook_linked: ['Facebook now signs you in', NEW_PASSWORD],
} as const satisfies Record<string, readonly [title: string, body: string]>;

/** A change of how a person signs in. */
type AccountChange = keyof typeof changes;

/** Queues the notification of a change of the account, in its transaction. Each change has a mail of its own, which nobody can turn off. */
export const announceChange = (
  { enqueue }: { enqueue: Enqueue },
  user: { id: string; restaurant_id: string },
  what: AccountChange,
): Promise<void> =>
  enqueue('security.account_changed', {
    restaurant_id: user.restaurant_id,
    user_id: user.id,
    what,
    event_id: randomUUID(),
  });

/** Notifies a person, in the app, of what happened to their account; of a sign-in from a new device also by mail unless they turned that off. */
export function securityJobs({ pools, bus }: Options): Record<string, JobRun> {
  const notifyOf = async (
    restaurantId: string,
    { clock, enqueue }: Parameters<JobRun>[1],
    notification: Pick<NewNotification, 'title' | 'body' | 'severity' | 'group_key'>,
    options?: { hasOwnMail: boolean },
  ) => {
    const { version } = await inSpace(pools.app, restaurantId, ({ db, bump }) =>
      notify(
        { db, bump, restaurantId, now: clock.now(), enqueue: (job, ids) => enqueue(db, job, ids) },
        { ...notification, entity: 'user', type: 'security_login', url: '/restaurant/settings?tab=security' },
        options,
      ),
    );
    if (version !== null) bus.publish(restaurantId, version);
  };
  /** Whom it is about, for who else reads it: nothing for an owner, who is meant; null: they belong to the restaurant no more. */
  const subjectOf = async (restaurantId: string, userId: string): Promise<string | null> => {
    const { rows } = await pools.owner.query<{ subject: string }>(
      `SELECT CASE m.role WHEN 'owner' THEN '' ELSE coalesce(m.name, u.name, u.email) || ': ' END AS subject
         FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.restaurant_id = $1 AND m.user_id = $2`,
      [restaurantId, userId],
    );
    return rows[0]?.subject ?? null;
  };
  return {
    'security.new_device': async ({ restaurant_id, user_id, sign_in_id }, context) => {
      const { rows } = await pools.owner.query<{ device_name: string | null; browser: string | null }>(
        'SELECT device_name, browser FROM sign_ins WHERE restaurant_id = $1 AND user_id = $2 AND id = $3',
        [restaurant_id, user_id, sign_in_id],
      );
      const subject = await subjectOf(restaurant_id!, user_id!);
      if (!rows[0] || subject === null) return;
      const { device_name: name, browser } = rows[0];
      const device = name && browser && name !== browser ? `${name} (${browser})` : (name ?? browser ?? 'a new device');
      await notifyOf(restaurant_id!, context, {
        title: `${subject}New sign-in from ${device}`,
        body: subject ? OF_OTHERS : NEW_PASSWORD,
        severity: 'warning',
        // Repeated after a fault, it replaces its own notification.
        group_key: `sign_in:${sign_in_id}`,
      });
    },
    'security.account_changed': async ({ restaurant_id, user_id, what, event_id }, context) => {
      const [title, body] = changes[what as AccountChange]; // queued by announceChange
      const subject = await subjectOf(restaurant_id!, user_id!);
      // Others are not told how somebody signs in. Each change has its own mail to the person.
      if (subject !== '') return;
      await notifyOf(
        restaurant_id!,
        context,
        { title, body, severity: 'info', group_key: `account:${event_id}` },
        { hasOwnMail: true },
      );
    },
  };
}
