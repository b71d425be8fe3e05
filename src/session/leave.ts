import Dexie from 'dexie';
import * as auth from '../../contract/auth/calls.ts';
import { send } from '../api/send.ts';
import { currentDb, currentStore, isDbOpen } from '../data/current.ts';
import { systemClock } from '../data/clock.ts';
import { withDiskTimeout } from '../data/disk.ts';
import { forgetLastMutation } from '../data/last-mutation.ts';
import { readSavedForStart } from '../data/rescue-on-leave.ts';
import { sendNow, stopSync } from '../sync/runtime/client.ts';
import { readSyncState } from '../sync/runtime/state.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetCodeRequest } from './code-request.ts';
import { forgetCopy } from './local-copy.ts';
import { dropDraft } from './profile-draft.ts';
import { thisPush } from './push.ts';
import { forgetReports } from './reports.ts';
import { endSession } from './session.ts';

/** `n` changes wait to be sent; `refused` ones came back and nobody has dealt with them yet. */
export type Leave = { kind: 'left' } | { kind: 'unsent'; n: number; refused: number };

/**
 * Logout. With nothing unsent the token is revoked and everything stored goes. Otherwise it answers what is still here, and the shell
 * asks: `leaveAfterSending`, `leaveKeeping` or `leaveDiscarding`. No path loses a change without that question: what a disk that does not
 * answer may hold is kept.
 */
export async function leave(): Promise<Leave> {
  const here = await countHere();
  if (here.n + here.refused > 0) return { kind: 'unsent', n: here.n, refused: here.refused };
  if (!here.isKnown) return leaveKeeping();
  await endAndDelete();
  return { kind: 'left' };
}

/** "Send now": leaves when everything has arrived and nothing came back; else answers what is left. */
export async function leaveAfterSending(): Promise<Leave> {
  await sendNow().catch(unanswered); // `leave` counts what is left
  return leave();
}

/** "Keep on this device": the session ends, the database stays sealed until the same owner signs in. */
export async function leaveKeeping(): Promise<Leave> {
  await endHere();
  return { kind: 'left' };
}

/** "Discard": the session and the local database go. */
export async function leaveDiscarding(): Promise<Leave> {
  await endAndDelete((name) => readSavedForStart(name, { localStorage }).forget());
  return { kind: 'left' };
}

/** `forget`: what pages have put aside for this database. */
async function endAndDelete(forget: (name: string) => void = () => {}): Promise<void> {
  const name = isDbOpen() ? currentDb().name : null;
  await endHere();
  if (!name) return;
  const hasStorage = typeof localStorage !== 'undefined';
  if (hasStorage) {
    forget(name);
    forgetCopy(localStorage, name);
    forgetLastMutation(localStorage, name);
  }
  await deleted(name);
  // The other tabs have closed the database too, and put aside what they had not stored.
  if (hasStorage) forget(name);
}

/** The specification, section 4: "Logout clears all stored state". What a person began to type here is part of it. */
async function endHere(): Promise<void> {
  await revoke();
  stopSync();
  forgetPush();
  forgetDrafts();
  dropDraft();
  forgetCodeRequest();
  forgetReports();
  endSession('logout');
}

const DELETE_WAIT_MS = 3000;

/**
 * A tab that stands still closes its connection only when it wakes up, and a deletion waits for that. Nobody waits for the tab: the
 * browser deletes the database as soon as it can.
 */
function deleted(name: string): Promise<unknown> {
  const gone = Dexie.delete(name).catch((error: unknown) => console.warn('The local database is not deleted', error));
  return Promise.race([gone, new Promise((resolve) => setTimeout(resolve, DELETE_WAIT_MS))]);
}

/** The next owner on this tablet sees no notification of this one. The page does not wait for the browser's push service. */
function forgetPush(): void {
  if (typeof localStorage !== 'undefined') void thisPush().forget();
}

/** `isKnown` false: the disk does not answer, and there may be more. */
async function countHere(): Promise<{ n: number; refused: number; isKnown: boolean }> {
  if (!isDbOpen()) return { n: 0, refused: 0, isKnown: true };
  const { db, clock, running, unsaved } = currentStore();
  // A tap of a moment ago is not in the database yet, and one that the disk refuses will not be.
  const counted = Promise.all(running).then(async () => {
    // Before the database is read: what is stored meanwhile counts twice for a moment, never not at all.
    const n = unstored();
    const { waiting, attention } = await readSyncState(db);
    return { n: n + waiting, refused: attention, isKnown: true };
  });
  return (await withDiskTimeout(clock, counted).catch(unanswered)) ?? { n: unstored(), refused: 0, isKnown: false };

  /** What the disk refuses another tab stands beside it. */
  function unstored(): number {
    const aside = typeof localStorage === 'undefined' ? [] : readSavedForStart(db.name, { localStorage }).taps;
    return new Set([...unsaved.keys(), ...aside.map(({ entry }) => entry.key)]).size;
  }
}

function unanswered(error: unknown): undefined {
  console.warn('The local database does not answer', error);
}

const REVOKE_WAIT_MS = 3000;

/** The local logout never waits for the network: a token that could not be revoked runs out by itself. */
async function revoke(): Promise<void> {
  // A server of the specification alone has no such call. Read here: a page that was opened to log out has not heard of it yet.
  const plain = isDbOpen()
    ? await withDiskTimeout(systemClock, currentDb().sync.get('plainSince'), REVOKE_WAIT_MS).catch(unanswered)
    : undefined;
  if (typeof plain?.value === 'number') return;
  const signal = AbortSignal.timeout(REVOKE_WAIT_MS);
  const result = await send(auth.logout, {}, { signal }).catch(() => null); // only an aborted signal rejects
  if (!result?.ok) console.info('The token could not be revoked; the session here has ended all the same');
}
