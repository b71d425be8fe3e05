import * as passkeys from '../../../../../contract/settings/passkey-calls.ts';
import type { Args } from '../../../../../contract/call.ts';
import { send } from '../../../../api/send.ts';

export const beginPasskey = (body: Args<typeof passkeys.beginRegistration>['body']) =>
  send(passkeys.beginRegistration, { body });
export const finishPasskey = (body: Args<typeof passkeys.finishRegistration>['body']) =>
  send(passkeys.finishRegistration, { body });
export const renamePasskey = (passkeyId: string, name: string) =>
  send(passkeys.rename, { path: { passkeyId }, body: { name } });
export const removePasskey = (passkeyId: string) => send(passkeys.remove, { path: { passkeyId } });
