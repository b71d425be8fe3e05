import { login } from '../../../../contract/auth/calls.ts';
import { lock, start, unlock } from '../../../../contract/kitchen-mode/calls.ts';
import { currentStore } from '../../../data/current.ts';
import { loadAfresh } from './load-afresh.ts';
import { send, type Failure, type Result } from '../../../api/send.ts';
import { lockKitchen, unlockKitchen } from '../../../session/kitchen-mode.ts';
import { session, signIn } from '../../../session/session.ts';
import { sendNow, tryNow } from '../../../sync/runtime/client.ts';

/** Limits this device to the kitchen, after sending what was done before: the owner's changes would be refused under its limits. */
export async function startKitchenMode(password: string, pin: string): Promise<Result<unknown>> {
  const sent = await sendNow();
  if (sent.kind === 'waiting') return refusedBefore(sent.n);
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

/**
 * Leaving means signing in: the owner's session replaces the limited one, with the same local database. It lacks what the server kept from
 * the limited session, so everything is loaded afresh.
 */
export async function leaveKitchenMode(password: string, code: string): Promise<Result<unknown>> {
  const { user, deviceName } = session;
  if (!user) throw new Error('Nobody is signed in');
  const result = await send(login, {
    body: { email: user.email, password, device_name: deviceName, ...(code && { code }) },
  });
  if (!result.ok) return result;
  signIn(result.data);
  await loadAfresh(currentStore().db).catch((error: unknown) =>
    console.info('The comparison of the rows will find what is missing', error),
  );
  tryNow();
  return result;
}

const refusedBefore = (n: number): Failure => ({
  ok: false,
  kind: 'refused',
  status: 0,
  error: {
    code: 'unsent',
    message: `${n === 1 ? 'One change is' : `${n} changes are`} not sent yet and would meet the kitchen's limits. Connect, then try again`,
  },
});
