import type { Handler } from '../../pipeline/handler.ts';
import { changingPassword } from './change-password.ts';
import { listingSignIns } from './list-sign-ins.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';

/** What somebody who is signed in does with their own account. */
export const securityRoutes = [
  changingPassword,
  ...sessionRoutes,
  listingSignIns,
  ...twoFactorRoutes,
  ...passkeyRoutes,
] as Handler[];
