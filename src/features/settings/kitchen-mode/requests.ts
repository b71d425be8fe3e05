import { login } from '../../../../contract/auth/calls.ts';
import { lock, start, unlock } from '../../../../contract/kitchen-mode/calls.ts';
import { send, type Result } from '../../../api/send.ts';
import { lockKitchen, unlockKitchen } from '../../../session/kitchen-mode.ts';
import { session, signIn } from '../../../session/session.ts';
import { sendNow } from '../../../sync/runtime/client.ts';

/** `unsent`: changes of the owner's that wait here would meet the kitchen's limits; they have to arrive first. */
export type Started = Result<unknown> | { ok: false; kind: 'unsent'; n: number };

/** Limits this device to the kitchen. What was done before is sent first. */
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

/** Closes here at once; a server that cannot be reached closes by itself within the five minutes. */
export async function closeAgain(): Promise<void> {
  lockKitchen();
  await send(lock, {});
}

/** Leaving is signing in: the owner's session takes the limited one's place, on the same local database. */
export async function leaveKitchenMode(password: string): Promise<Result<unknown>> {
  const { user, deviceName } = session;
  if (!user) throw new Error('Nobody is signed in');
  const result = await send(login, { body: { email: user.email, password, device_name: deviceName } });
  if (result.ok) signIn(result.data);
  return result;
}
