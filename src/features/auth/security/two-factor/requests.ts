import * as twoFactor from '../../../../../contract/settings/two-factor-calls.ts';
import { send } from '../../../../api/send.ts';

export const startTwoFactor = (current_password: string) => send(twoFactor.start, { body: { current_password } });
export const confirmTwoFactor = (code: string) => send(twoFactor.confirm, { body: { code } });
export const stopTwoFactor = (current_password: string, code: string) =>
  send(twoFactor.stop, { body: { current_password, code } });
