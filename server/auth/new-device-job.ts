import type pg from 'pg';
import type { JobRun } from '../jobs/jobs.ts';
import { inSpace } from '../jobs/in-space.ts';
import { notify } from '../notifications/notify.ts';
import type { Bus } from '../platform/bus.ts';

interface Options {
  pools: { owner: pg.Pool; app: pg.Pool };
  bus: Bus;
}

/** Tells the restaurant of a sign-in from a new device: in the app, and by mail unless its owner turned that off. */
export const securityJobs = ({ pools, bus }: Options): Record<string, JobRun> => ({
  'security.new_device': async ({ restaurant_id, user_id, sign_in_id }, { clock, enqueue }) => {
    const { rows } = await pools.owner.query<{ device_name: string | null; browser: string | null }>(
      'SELECT device_name, browser FROM sign_ins WHERE restaurant_id = $1 AND user_id = $2 AND id = $3',
      [restaurant_id, user_id, sign_in_id],
    );
    if (!rows[0]) return;
    const { device_name: name, browser } = rows[0];
    const device = name && browser && name !== browser ? `${name} (${browser})` : (name ?? browser ?? 'a new device');
    const { version } = await inSpace(pools.app, restaurant_id!, ({ db, bump }) =>
      notify(
        {
          db,
          bump,
          restaurantId: restaurant_id!,
          now: clock.now(),
          enqueue: (job, ids) => enqueue(db, job, ids),
        },
        {
          type: 'security_login',
          title: `New sign-in from ${device}`,
          body: 'If it was not you, set a new password at once: that signs every other device out.',
          severity: 'warning',
          url: '/restaurant/settings?tab=security',
          // Repeated after a fault, it replaces its own notification.
          group_key: `sign_in:${sign_in_id}`,
        },
      ),
    );
    if (version !== null) bus.publish(restaurant_id!, version);
  },
});
