import { area } from '../area.ts';
import { customerErased } from '../customers/events.ts';
import { routes as cannedReplies } from './canned/routes.ts';
import { deliverUnconfirmed } from './deliver.ts';
import { chatFileJobs } from './files/forget-files.ts';
import { chatFileRoutes } from './files/routes.ts';
import { forgetChats } from './forget-chats.ts';
import { routes } from './routes.ts';
import { MINUTE } from '../jobs/periodic.ts';

export const chats = area({
  name: 'chats',
  handlers: (services) => [...routes, ...cannedReplies, ...chatFileRoutes(services)],
  jobs: ({ env }) => chatFileJobs(env),
  periodic: ({ pools, jobs }) => [
    { name: 'chats_unconfirmed', everyMs: MINUTE, run: (now) => deliverUnconfirmed(pools, jobs, now) },
  ],
  on: [customerErased.on(forgetChats)],
});
