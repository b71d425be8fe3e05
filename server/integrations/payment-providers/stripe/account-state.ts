import type Stripe from 'stripe';
import type { AccountState } from '../provider.ts';

/** Ready when it may take cards and pay out. Without a reason the owner has not finished, or Stripe still checks. */
export function toAccountState(account: Stripe.Account): AccountState {
  const isReady = account.capabilities?.card_payments === 'active' && account.payouts_enabled;
  return { account: account.id, isReady, reason: isReady ? null : reasonOf(account) };
}

function reasonOf({ details_submitted, requirements }: Stripe.Account): string | null {
  if (!details_submitted || !requirements) return null;
  const [error] = requirements.errors ?? [];
  if (error) return error.reason;
  const due = requirements.currently_due ?? [];
  if (due.length > 0) return `Stripe needs more details: ${due.map(spaced).join(', ')}.`;
  const reason = requirements.disabled_reason;
  return reason === null || reason === 'requirements.pending_verification'
    ? null
    : `Stripe has disabled the account: ${spaced(reason)}.`;
}

/** "individual.verification.document" to "individual verification document" */
const spaced = (name: string) => name.replaceAll(/[._]/g, ' ');
