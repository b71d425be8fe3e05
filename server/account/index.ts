import { area } from '../area.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { deleteUnconfirmed } from './delete-unconfirmed.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { followDeletions } from './follow-deletions.ts';
import { importRoutes } from './import-routes.ts';
import { deleteOldUploads } from './upload.ts';
import { HOUR, MINUTE } from '../jobs/periodic.ts';

export const account = area({
  name: 'account',
  handlers: (services) => [...deletionRoutes, ...exportRoutes(services), ...importRoutes(services)],
  periodic: ({ pools, env, jobs, log }) => [
    {
      name: 'account_deletions',
      everyMs: HOUR,
      firstAfterMs: 5 * MINUTE,
      run: (now) => followDeletions({ owner: pools.owner, env, jobs, log }, now),
    },
  ],
  deleteOld: async ({ pools, env }, now) =>
    (await deleteOldUploads(pools.owner, openFiles(env), now)) +
    (await deleteUnconfirmed(pools.owner, openFiles(env), now)),
});
