import { limitByAddress, type Handler } from '../pipeline/handler.ts';
import { limits } from './limits.ts';
import { forgetting, resetting } from './password-reset.ts';
import { askingWhoIAm, completing, testingPhoneNumber } from './profile.ts';
import { beginnings } from './provider/begin.ts';
import { finishings } from './provider/finish.ts';
import { signingIn, signingOut } from './sign-in.ts';
import { registering, resending, verifying } from './sign-up.ts';

export const routes: Handler[] = [
  limitByAddress(limits.loginRequestsByIp, signingIn),
  limitByAddress(limits.registerByIp, registering),
  limitByAddress(limits.linksByIp, forgetting),
  limitByAddress(limits.linkTriesByIp, resetting),
  limitByAddress(limits.codeTriesByIp, verifying),
  limitByAddress(limits.codesByIp, resending),
  ...beginnings,
  ...finishings.map((handler) => limitByAddress(limits.providerCodesByIp, handler as Handler)),
  completing,
  testingPhoneNumber,
  askingWhoIAm,
  signingOut,
] as Handler[];
