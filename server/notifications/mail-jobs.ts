import type pg from 'pg';
import type { Notification } from '../../contract/notifications/calls.ts';
import { mediaOf } from '../../contract/notifications/preferences.ts';
import { rolesWith } from '../../contract/people/permissions.ts';
import type { Env } from '../env.ts';
import { composeMail, type MailContent } from '../integrations/compose-mail.ts';
import type { Mailer } from '../integrations/mail.ts';
import { GiveUp } from '../platform/give-up.ts';
import type { JobRun } from '../jobs/jobs.ts';
import { needsAnswer } from './push/message.ts';
import { toPreferences } from './preferences.ts';
import { sendOnce } from './send-once.ts';
import { clip } from '../../contract/clip.ts';

/** Where a person chooses which mails to get. */
export const settingsAddress = (publicUrl: string): string => `${publicUrl}/restaurant/settings?tab=notifications`;

/** Mails about events, each once to everybody whose preferences name them. What was read or answered meanwhile is not sent. */
export function notificationMailJobs(mailer: Mailer, env: Pick<Env, 'publicUrl'>): Record<string, JobRun> {
  return {
    'mail.notification': async ({ restaurant_id, notification_id }, { owner, clock }) => {
      const faults: unknown[] = [];
      for (const one of await findRecipients(owner, restaurant_id!, notification_id!)) {
        if (!isWanted(one)) continue;
        const send = () =>
          mailer.send({ to: one.email, ...eventMail(one, env.publicUrl), isUrgent: one.severity === 'urgent' });
        // One mailbox that fails keeps the mail from nobody else.
        await sendOnce(owner, `${notification_id} ${one.user_id}`, clock.now(), send).catch((error: unknown) =>
          faults.push(error),
        );
      }
      const fault = faults.find((error) => !(error instanceof GiveUp)) ?? faults[0];
      if (fault !== undefined) throw fault;
    },
    'mail.notification_test': async ({ user_id }, { owner }) => {
      const { rows } = await owner.query<{ email: string }>(
        'SELECT email FROM users WHERE id = $1 AND is_email_verified',
        [user_id],
      );
      if (rows[0]) await mailer.send({ to: rows[0].email, ...testMail(env.publicUrl) });
    },
  };
}

interface Recipient extends Pick<Notification, 'type' | 'severity' | 'title' | 'body' | 'url'> {
  created_at: Date;
  order_status: string | null;
  user_id: string;
  email: string;
  preferences: unknown;
  has_weekly_report: boolean | null;
  restaurant_name: string;
  timezone: string;
}

/** A notification that nobody wanted to see in the app was created as read (notify.ts), and is still news. So is a sign-in that was read: whoever got in may have read it. */
async function findRecipients(owner: pg.Pool, restaurantId: string, notificationId: string): Promise<Recipient[]> {
  const { rows } = await owner.query<Recipient>(
    `SELECT n.type, n.severity, n.title, n.body, n.url, n.created_at, u.id AS user_id, u.email, p.preferences, p.has_weekly_report,
            r.name AS restaurant_name, r.timezone,
            (SELECT o.order_status FROM orders o
              WHERE n.resource_type = 'order' AND o.restaurant_id = n.restaurant_id AND o.id = n.resource_id AND o.deleted_at IS NULL) AS order_status
       FROM notifications n
       JOIN restaurants r ON r.restaurant_id = n.restaurant_id
       JOIN memberships m ON m.restaurant_id = n.restaurant_id AND m.role = ANY($3) AND m.suspended_at IS NULL
       JOIN users u ON u.id = m.user_id AND u.is_email_verified
       LEFT JOIN notification_preferences p ON p.restaurant_id = n.restaurant_id AND p.user_id = u.id
      WHERE n.restaurant_id = $1 AND n.id = $2 AND n.deleted_at IS NULL
        AND (n.read_at IS NULL OR n.type = 'security_login' OR (n.read_at = n.created_at AND n.updated_at = n.created_at))`,
    [restaurantId, notificationId, rolesWith('settings')],
  );
  return rows;
}

/** By the preferences of now, at the moment of the event. */
function isWanted(one: Recipient): boolean {
  if (needsAnswer(one.type) && one.order_status !== 'pending') return false;
  const preferences = toPreferences(one.preferences, one.has_weekly_report ?? true);
  return mediaOf(preferences, one, one.created_at, one.timezone).email;
}

function eventMail({ title, body, url, severity, restaurant_name }: Recipient, publicUrl: string): MailContent {
  const subject = `${severity === 'urgent' ? 'Urgent: ' : ''}${title} (${restaurant_name})`;
  return composeMail(oneLine(subject), [
    `${title}.`,
    ...(body === '' ? [] : [body]),
    ...(url === null ? [] : [publicUrl + url]),
    `You get this mail because of your settings. To change which mails you get:\n${settingsAddress(publicUrl)}`,
  ]);
}

const testMail = (publicUrl: string) =>
  composeMail('Notifications by mail work', [
    'This is the test that you asked for. Galley mails you about the events that you chose:',
    settingsAddress(publicUrl),
  ]);

/** A subject is one line; titles contain names of dishes and customers. */
const oneLine = (text: string) => clip(text.replaceAll(/\s+/g, ' '), 200);
