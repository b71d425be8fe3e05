import { needsPin } from '../../contract/kitchen-mode/rules.ts';
import type { Guard } from '../pipeline/guard.ts';
import { refuse } from '../pipeline/handler.ts';
import { isLocked } from '../pipeline/kitchen-lock.ts';

/** The guard of an access class with kitchen mode: refuses calls that need the PIN until it is entered. */
export const limitToKitchen = (guard: Guard): Guard => ({
  ...guard,
  restrict: (authorized) => {
    const { call, caller, now } = authorized;
    if (caller.session && needsPin(call) && isLocked(caller.session, now)) return refuse('pin_needed');
    return guard.restrict?.(authorized) ?? null;
  },
});
