import Dexie from 'dexie';
import * as auth from '../../contract/auth.ts';
import { send } from '../api/send.ts';
import { currentDb, isDbOpen } from '../data/current.ts';
import { sendNow, stopSync, unsentCount } from '../sync/client.ts';
import { endSession } from './session.ts';

export type Leave = { kind: 'left' } | { kind: 'unsent'; n: number };

/**
 * Logout. With nothing unsent the token is revoked and everything stored goes. Otherwise it answers how many changes wait, and the shell
 * asks: `leaveAfterSending`, `leaveKeeping` or `leaveDiscarding`. No path loses a change without that question.
 */
export async function leave(): Promise<Leave> {
  const n = await unsentCount();
  if (n > 0) return { kind: 'unsent', n };
  return leaveDiscarding();
}

/** "Send now": leaves when everything has arrived; answers `unsent` when it could not be sent. */
export async function leaveAfterSending(): Promise<Leave> {
  const sent = await sendNow();
  return sent.kind === 'drained' ? leaveDiscarding() : { kind: 'unsent', n: sent.n };
}

/** "Keep on this device": the session ends, the database stays sealed until the same owner signs in. */
export async function leaveKeeping(): Promise<Leave> {
  await revoke();
  stopSync();
  endSession('logout');
  return { kind: 'left' };
}

/** "Discard": the session and the local database go. */
export async function leaveDiscarding(): Promise<Leave> {
  const name = isDbOpen() ? currentDb().name : null;
  await revoke();
  stopSync();
  endSession('logout');
  if (name) await Dexie.delete(name);
  return { kind: 'left' };
}

const REVOKE_WAIT_MS = 3000;

/** The local logout never waits for the network: a token that could not be revoked runs out by itself. */
async function revoke(): Promise<void> {
  const signal = AbortSignal.timeout(REVOKE_WAIT_MS);
  const result = await send(auth.logout, {}, { signal }).catch(() => null); // only an aborted signal rejects
  if (!result?.ok) console.info('The token could not be revoked; the session here has ended all the same');
}
