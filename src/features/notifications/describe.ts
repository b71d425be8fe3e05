import type { OutboxEntry } from '../../data/db.ts';
import type { Described } from '../../ui/described.ts';

type Change = Pick<OutboxEntry, 'call' | 'body'>;

/** "3 notifications are read" */
export function describeReading(change: Change): Described {
  const count = (change.body.notification_ids as string[]).length;
  const what = count === 1 ? '1 notification' : `${count} notifications`;
  return {
    title: `${what} ${count === 1 ? 'is' : 'are'} read`,
    subject: `${what}, read`,
    place: 'Notifications',
    icon: 'bell',
    href: null,
  };
}
