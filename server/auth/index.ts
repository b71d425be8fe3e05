import { signInProviders } from '../../contract/auth/sign-in-providers.ts';
import { area } from '../area.ts';
import { LATEST_END_HOURS } from '../pipeline/limits.ts';
import { BASE } from '../http/base.ts';
import { deleteDecoys } from './delete-decoys.ts';
import { mailJobs } from './mail-jobs.ts';
import { answerReturn } from './provider/callback-route.ts';
import { routes } from './routes.ts';
import { securityJobs } from './security-jobs.ts';
import { deleteOlderSignIns } from './sign-in-history.ts';
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
  retention: [
    { table: 'sessions', where: 'expires_at <= $1', days: 0 },
    { table: 'email_codes', where: 'expires_at <= $1', days: 0 },
    { table: 'sign_in_returns', where: 'expires_at <= $1', days: 0 },
    { table: 'passkey_challenges', where: 'expires_at <= $1', days: 0 },
    { table: 'sign_ins', where: 'created_at < $1', days: 365 },
    {
      table: 'rate_limits',
      where: `window_ends_at <= $1 OR window_ends_at > $1::timestamptz + interval '${LATEST_END_HOURS} hours'`,
      days: 0,
    },
  ],
  deleteOld: async ({ pools }) => (await deleteOlderSignIns(pools.owner)) + (await deleteDecoys(pools.owner)),
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
