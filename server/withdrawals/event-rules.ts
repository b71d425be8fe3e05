import type { EventRules } from '../payments/event-rules.ts';
import { applyPayoutState, locatePayout } from './apply-payout.ts';

export const eventRules: EventRules = {
  payout: {
    locate: ({ owner }, event, { provider }) => locatePayout(owner, provider, event.account, event.payout),
    apply: (c, { payout }, { withdrawalReference }) => applyPayoutState(c, withdrawalReference ?? '', payout),
  },
};
