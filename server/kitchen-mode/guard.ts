import { needsPin } from '../../contract/kitchen-mode/rules.ts';
import type { Guard } from '../pipeline/guard.ts';
import { refuse } from '../pipeline/handler.ts';
import { isLocked } from '../pipeline/kitchen-lock.ts';

/** The guard of a class of access with kitchen mode: refuses calls that need the PIN until it is entered. */
export const limitToKitchen = (guard: Guard): Guard => ({
  ...guard,
  restrict: (authorized) => {
    const { call, permission, caller, now } = authorized;
    if (caller.session && needsPin(call, permission) && isLocked(caller.session, now)) return refuse('pin_needed');
    return guard.restrict?.(authorized) ?? null;
  },
});
