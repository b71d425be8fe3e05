import { login } from '../../../../contract/auth/calls.ts';
import { lock, start, unlock, type PinFor } from '../../../../contract/kitchen-mode/calls.ts';
import { currentStore } from '../../../data/current.ts';
import type { Sign } from '../../../../contract/kitchen-mode/proof.ts';
import { approverOf, isRight, keyOf, signerOf } from './keys.ts';
import { loadAfresh } from './load-afresh.ts';
import { countWrong, forgetWrong, refreshPeople, secondsToWait, type DevicePerson } from './people.ts';
import { send, type Failure, type Result } from '../../../api/send.ts';
import { lockKitchen, noteKitchenMode } from '../../../session/kitchen-mode.ts';
import { unlockKitchen } from '../../../session/unlock.ts';
import { session, signIn } from '../../../session/session.ts';
import { sendNow, tryNow } from '../../../sync/runtime/client.ts';

/** Puts this device in kitchen mode, after sending what was done before: it would be refused under its limits. */
export async function startKitchenMode(password: string, pin: string, pin_for: PinFor): Promise<Result<unknown>> {
  const sent = await sendNow();
  if (sent.kind === 'waiting') return refusedBefore(sent.n);
  const result = await send(start, { body: { password, pin, pin_for } });
  if (!result.ok) return result;
  lockKitchen();
  noteKitchenMode(result.data);
  // So that PINs can be checked without a network from now on.
  await refreshPeople();
  return result;
}

/**
 * Opens the device for a person. Online the server decides; offline the device knows the right PIN, and the server judges what was done when it
 * arrives.
 */
export async function openByPin(person: DevicePerson, pin: string): Promise<Result<unknown>> {
  const [result, key] = await Promise.all([
    send(unlock, { body: { pin, person: person.id } }),
    keyOf(person, pin, restaurantId()),
  ]);
  if (!result.ok && result.kind === 'refused') return result;
  const checked = result.ok ? await checkAfresh(person, pin, key) : check(person, key);
  if (checked.ok) unlockKitchen(shown(person), signerOf(checked.data, person));
  return checked;
}

/** What a person who may signs, so that somebody who may not can do this one thing. */
export async function approveByPin(person: DevicePerson, pin: string): Promise<Result<Sign>> {
  const checked = check(person, await keyOf(person, pin, restaurantId()));
  return checked.ok ? { ok: true, data: approverOf(checked.data, person) } : checked;
}

const shown = ({ id, name, role }: DevicePerson) => ({ id, name, role });
const restaurantId = () => session.restaurant?.id ?? '';

function check(person: DevicePerson, key: Uint8Array): Result<Uint8Array> {
  const wait = secondsToWait(person.id);
  if (wait > 0) return refused(429, { code: 'too_many', message: 'Too many attempts', retry_after_seconds: wait });
  if (!isRight(key, person, session.authToken ?? '')) {
    countWrong(person.id);
    return refused(400, { code: 'pin_wrong', message: 'Wrong PIN' });
  }
  forgetWrong(person.id);
  return { ok: true, data: key };
}

/** The server has accepted the PIN. Where the kept people do not know it, it was changed since they were asked for. */
async function checkAfresh(person: DevicePerson, pin: string, key: Uint8Array): Promise<Result<Uint8Array>> {
  // It counts its own tries.
  forgetWrong(person.id);
  if (isRight(key, person, session.authToken ?? '')) return { ok: true, data: key };
  const now = (await refreshPeople())?.find(({ id }) => id === person.id);
  return now
    ? check(now, await keyOf(now, pin, restaurantId()))
    : { ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'The server cannot be reached' } };
}

/** Locks the device at once. A server that cannot be reached locks by itself within five minutes. */
export async function closeAgain(): Promise<void> {
  lockKitchen();
  await send(lock, {});
}

/**
 * Leaving means signing in: another session replaces the limited one, with the same local database. It lacks what the server kept from the
 * limited session, so everything is loaded afresh.
 */
export async function leaveKitchenMode(password: string, code: string): Promise<Result<unknown>> {
  const { user, deviceName } = session;
  if (!user) throw new Error('Nobody is signed in');
  const result = await send(login, {
    body: { email: user.email, password, device_name: deviceName, ...(code && { code }) },
  });
  if (!result.ok) return result;
  lockKitchen();
  signIn(result.data);
  await loadAfresh(currentStore().db).catch((error: unknown) =>
    console.info('The comparison of the rows will find what is missing', error),
  );
  tryNow();
  return result;
}

const refused = (status: number, error: Failure['error']): Failure => ({ ok: false, kind: 'refused', status, error });

const refusedBefore = (n: number): Failure =>
  refused(0, {
    code: 'unsent',
    message: `${n === 1 ? 'One change is' : `${n} changes are`} not sent yet and would meet the limits of kitchen mode. Connect, then try again`,
  });
