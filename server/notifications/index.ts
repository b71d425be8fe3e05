import { area } from '../area.ts';
import { deleteOldNotifications } from './delete-old.ts';
import { notificationMailJobs } from './mail-jobs.ts';
import { pushJobs } from './push/push-jobs.ts';
import { routes as push } from './push/routes.ts';
import { vapidKeyLocation } from './push/vapid-keys.ts';
import { routes } from './routes.ts';

export const notifications = area({
  name: 'notifications',
  handlers: [...routes, ...push],
  jobs: ({ mailers, pusher, env }) => ({ ...notificationMailJobs(mailers.ordinary, env), ...pushJobs(pusher, env) }),
  deleteOld: deleteOldNotifications,
  sealed: [
    {
      table: 'vapid_keys',
      key: ['public_key'],
      column: 'private_key',
      location: ({ public_key }) => vapidKeyLocation(public_key!),
      set: 'private_key = $1',
      isDeletedWhenLost: true,
    },
  ],
  tables: {
    notifications: { key: 'id', isImported: true },
    notification_preferences: { key: 'user_id', isImported: true },
    push_subscriptions: { notExported: 'addresses and keys of browsers' },
  },
});
