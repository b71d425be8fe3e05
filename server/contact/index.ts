import { CONTACT_RETENTION_DAYS, sendMessage } from '../../contract/contact/calls.ts';
import { area } from '../area.ts';
import { takeForm } from './form.ts';
import { contactJobs } from './mail.ts';
import { routes } from './receive.ts';

export const contact = area({
  name: 'contact',
  handlers: routes,
  routes: [
    {
      method: 'POST',
      path: '/contact-us',
      name: sendMessage.name,
      answer: (services, { site, ...visit }) => takeForm(services, site, visit),
    },
  ],
  jobs: ({ mailers, env }) => contactJobs(mailers.ordinary, env),
  // The privacy policy promises it.
  retention: [{ table: 'contact_messages', where: 'created_at <= $1', days: CONTACT_RETENTION_DAYS }],
});
