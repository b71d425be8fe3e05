import { isOfAccount, needsPin } from '../../contract/kitchen-mode/rules.ts';
import type { Guard } from '../pipeline/guard.ts';
import { refuse } from '../pipeline/handler.ts';
import { isLocked } from '../pipeline/kitchen-lock.ts';

/** The guard of a class of access with kitchen mode: refuses calls that need a PIN until it is entered, and the account's own to others. */
export const limitToKitchen = (guard: Guard): Guard => ({
  ...guard,
  restrict: (authorized) => {
    const { call, permission, caller, now } = authorized;
    const { session } = caller;
    if (session?.kitchenMode && needsPin(call, session.kitchenMode.pinFor, permission) && isLocked(session, now))
      return refuse('pin_needed');
    if (session?.person && session.person.accountId !== session.user.id && isOfAccount(call, permission))
      return refuse('not_allowed');
    return guard.restrict?.(authorized) ?? null;
  },
});
