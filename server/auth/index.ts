import { signInProviders } from '../../contract/auth/sign-in-providers.ts';
import { area } from '../area.ts';
import { BASE } from '../http/base.ts';
import { mailJobs } from './mail-jobs.ts';
import { answerReturn } from './provider/callback-route.ts';
import { routes } from './routes.ts';
import { securityJobs } from './security-jobs.ts';
import { sweepAccounts } from './sweep.ts';
import { totpLocation } from './totp.ts';

export const auth = area({
  name: 'auth',
  handlers: routes,
  routes: signInProviders.map((provider) => ({
    method: 'GET',
    path: `${BASE}/auth/${provider}/callback`,
    name: 'auth.callback',
    answer: (services, { request, requestId, address, now }) =>
      answerReturn(services, { request, provider, requestId, address, now }),
  })),
  jobs: ({ mailers, env, pools, bus }) => ({ ...mailJobs(mailers, env), ...securityJobs({ pools, bus }) }),
  sweep: sweepAccounts,
  sealed: [
    {
      table: 'users',
      key: ['id'],
      column: 'totp_sealed',
      location: ({ id }) => totpLocation(id!),
      // A lost secret leaves the recovery codes, so that the owner can sign in and set it up again.
      set: 'totp_sealed = $1',
    },
  ],
  tables: {
    sign_ins: { notExported: 'who signed in to this server' },
  },
});
