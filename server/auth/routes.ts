import type { Handler } from '../handle.ts';
import { forgetting, resetting } from './password-reset.ts';
import { askingWhoIAm, completing, testingPhoneNumber } from './profile.ts';
import { beginnings } from './provider/begin.ts';
import { finishings } from './provider/finish.ts';
import { signingIn, signingOut } from './sign-in.ts';
import { registering, resending, verifying } from './sign-up.ts';

export const routes: Handler[] = [
  signingIn,
  registering,
  forgetting,
  resetting,
  verifying,
  resending,
  ...beginnings,
  ...finishings,
  completing,
  testingPhoneNumber,
  askingWhoIAm,
  signingOut,
] as Handler[];
