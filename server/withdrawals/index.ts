import { area } from '../area.ts';
import { moreEventRules } from '../payments/event-rules.ts';
import { eventRules } from './event-rules.ts';
import { withdrawalRoutes } from './routes.ts';
import { followWithdrawals, withdrawalJobs } from './send.ts';
import { MINUTE } from '../jobs/periodic.ts';

export const withdrawals = area({
  name: 'withdrawals',
  handlers: withdrawalRoutes,
  jobs: withdrawalJobs,
  periodic: (services) => [{ name: 'withdrawals', everyMs: MINUTE, run: (now) => followWithdrawals(services, now) }],
  on: [moreEventRules.add(eventRules)],
  tables: {
    withdrawal_accounts: { key: 'id', leftOut: ['provider_recipient_code'], isImported: false },
    withdrawal_requests: { key: 'id', isImported: false },
  },
});
