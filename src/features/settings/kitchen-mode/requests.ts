import { login } from '../../../../contract/auth/calls.ts';
import { lock, start, unlock } from '../../../../contract/kitchen-mode/calls.ts';
import { send, type Result } from '../../../api/send.ts';
import { lockKitchen, unlockKitchen } from '../../../session/kitchen-mode.ts';
import { session, signIn } from '../../../session/session.ts';
import { sendNow } from '../../../sync/runtime/client.ts';

/** `unsent`: `n` waiting changes of the owner would be refused under the kitchen's limits, so they must be sent first. */
export type Started = Result<unknown> | { ok: false; kind: 'unsent'; n: number };

/** Limits this device to the kitchen, after sending what was done before. */
export async function startKitchenMode(password: string, pin: string): Promise<Started> {
  const sent = await sendNow();
  if (sent.kind === 'waiting') return { ok: false, kind: 'unsent', n: sent.n };
  const result = await send(start, { body: { password, pin } });
  if (result.ok) lockKitchen();
  return result;
}

export async function openByPin(pin: string): Promise<Result<unknown>> {
  const result = await send(unlock, { body: { pin } });
  if (result.ok) unlockKitchen();
  return result;
}

/** Locks the device at once. A server that cannot be reached locks by itself within five minutes. */
export async function closeAgain(): Promise<void> {
  lockKitchen();
  await send(lock, {});
}

/** Leaving means signing in: the owner's session replaces the limited one, with the same local database. */
export async function leaveKitchenMode(password: string, code: string): Promise<Result<unknown>> {
  const { user, deviceName } = session;
  if (!user) throw new Error('Nobody is signed in');
  const result = await send(login, {
    body: { email: user.email, password, device_name: deviceName, ...(code && { code }) },
  });
  if (result.ok) signIn(result.data);
  return result;
}
