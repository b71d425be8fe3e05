import { area } from '../area.ts';
import { invitationJobs } from './mail-jobs.ts';
import { routes } from './routes.ts';

/** Who belongs to a restaurant and with which role, and to which restaurants a person belongs. */
export const people = area({
  name: 'people',
  handlers: routes,
  jobs: ({ mailers, env }) => invitationJobs(mailers, env),
  tables: {
    memberships: { notExported: 'refer to accounts of this server, and whoever imports would give themselves a role' },
  },
});
