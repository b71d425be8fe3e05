import { area } from '../area.ts';
import { invitationJobs } from './mail-jobs.ts';
import { routes } from './routes.ts';

/** Who belongs to a restaurant and with which role, and to which restaurants a person belongs. */
export const people = area({
  name: 'people',
  handlers: routes,
  jobs: ({ mailers, env }) => invitationJobs(mailers, env),
  retention: [{ table: 'changes', where: 'at < $1', days: 400 }],
  tables: {
    changes: { notExported: 'who did what on this server' },
    memberships: { notExported: 'refer to accounts of this server, and whoever imports would give themselves a role' },
  },
});
