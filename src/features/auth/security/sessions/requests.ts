import { list, revoke, revokeOthers, type SignedInDevice } from '../../../../../contract/settings/session-calls.ts';
import { send, type Result } from '../../../../api/send.ts';

export const readDevices = (signal: AbortSignal): Promise<Result<SignedInDevice[]>> => send(list, {}, { signal });

export const signOutDevice = (sessionId: string): Promise<Result<{ ok: true }>> =>
  send(revoke, { path: { sessionId } });

export const signOutOthers = (): Promise<Result<{ ok: true }>> => send(revokeOthers, {});
