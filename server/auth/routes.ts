import type { Handler } from '../pipeline/handler.ts';
import { limitByAddress } from './limit-by-address.ts';
import { limits } from '../pipeline/limits.ts';
import { forgetting, resetting } from './password-reset.ts';
import { handleWhoAmI, completing, testingPhoneNumber } from './profile.ts';
import { beginning as beginningPasskey, finishing as finishingPasskey } from './passkeys/sign-in.ts';
import { beginnings } from './provider/begin.ts';
import { finishings } from './provider/finish.ts';
import { securityRoutes } from './security/routes.ts';
import { signingIn, signingOut } from './sign-in.ts';
import { registering, resending, verifying } from './sign-up.ts';

export const routes: Handler[] = [
  limitByAddress(limits.loginRequestsByIp, signingIn),
  limitByAddress(limits.loginRequestsByIp, beginningPasskey),
  limitByAddress(limits.loginRequestsByIp, finishingPasskey),
  limitByAddress(limits.registerByIp, registering),
  limitByAddress(limits.linksByIp, forgetting),
  limitByAddress(limits.linkTriesByIp, resetting),
  limitByAddress(limits.codeTriesByIp, verifying),
  limitByAddress(limits.codesByIp, resending),
  ...beginnings,
  ...finishings.map((handler) => limitByAddress(limits.providerCodesByIp, handler as Handler)),
  completing,
  testingPhoneNumber,
  handleWhoAmI,
  signingOut,
  ...securityRoutes,
] as Handler[];
