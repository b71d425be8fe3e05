import { may } from '../../contract/people/permissions.ts';
import type { Guard } from '../pipeline/guard.ts';
import { actingRole, refuse } from '../pipeline/handler.ts';

type SessionGuard = Guard & { identify: typeof identify };

const identify = (_: unknown, { session }: Parameters<Guard['identify']>[1]) => ({
  session,
  restaurantId: session?.restaurantId ?? null,
});

/** Anybody. The session is read if there is one: verifying an address checks whose sign-up it belongs to. */
export const publicGuard: SessionGuard = {
  needsSession: false,
  needsProfile: false,
  transaction: 'none',
  requiresKey: false,
  identify,
};

/** A valid session, whatever its onboarding state. */
export const bearerGuard: SessionGuard = { ...publicGuard, needsSession: true, transaction: 'plain' };

/** A person with a verified address and the permission that the call needs, whose restaurant has a complete profile. */
export const memberGuard: SessionGuard = {
  ...bearerGuard,
  needsProfile: true,
  transaction: 'once',
  authorize: ({ session }) => (session?.user.isEmailVerified ? null : refuse('email_unverified')),
  restrict: ({ call, permission, caller: { session } }) => {
    if (!session || !permission) return refuse('not_allowed');
    // Somebody else may use the device by the time that it sends the bytes of a file.
    const role = call.options.offline.kind === 'carried' ? session.role : actingRole(session);
    return may(role, permission) ? null : refuse('not_allowed');
  },
};
