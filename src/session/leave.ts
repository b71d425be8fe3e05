import { forgetAnswers } from './kept-answers.ts';
import Dexie from 'dexie';
import { IMAGE_CACHE } from '../../contract/files/image-cache.ts';
import * as auth from '../../contract/auth/calls.ts';
import { send } from '../api/send.ts';
import { keepCopies } from '../data/copies.ts';
import { currentDb, currentStore, isDbOpen } from '../data/current.ts';
import { databaseName } from '../data/db.ts';
import { withDiskTimeout } from '../data/disk.ts';
import { forgetLastMutation } from '../data/last-mutation.ts';
import { isKnown } from '../data/store-mutation.ts';
import { sendNow, stopSync } from '../sync/runtime/client.ts';
import { readSyncState } from '../sync/runtime/state.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetCodeRequest } from './code-request.ts';
import { forgetCopy } from './local-copy.ts';
import { dropDraft } from './profile-draft.ts';
import { thisPush } from './push.ts';
import { forgetReports } from './reports.ts';
import { endSession, session, type Place } from './session.ts';

/**
 * `n` changes wait to be sent; `refused` ones failed and nobody has dealt with them; `elsewhere` wait in other restaurants that this device
 * is signed in to.
 */
export type Leave = { kind: 'left' } | { kind: 'unsent'; n: number; refused: number; elsewhere: number };

/**
 * Logout. If nothing is unsent, the token is revoked and everything stored is deleted. Otherwise it returns what is unsent, and the
 * shell asks: `leaveAfterSending`, `leaveKeeping` or `leaveDiscarding`. No path loses a change without that question: if the disk
 * does not answer, its contents are kept.
 */
export async function leave(): Promise<Leave> {
  const here = await countHere();
  const elsewhere = session.places.reduce((sum, { waiting }) => sum + waiting, 0);
  if (here.n + here.refused + elsewhere > 0) return { kind: 'unsent', n: here.n, refused: here.refused, elsewhere };
  if (!here.isKnown) return leaveKeeping();
  await endAndDelete();
  return { kind: 'left' };
}

/** "Send now": leaves when everything was sent and nothing failed; otherwise returns what is left. */
export async function leaveAfterSending(): Promise<Leave> {
  await sendNow().catch(unanswered); // `leave` counts what is left
  return leave();
}

/** "Keep on this device": ends the session; the database stays sealed until the same owner signs in. */
export async function leaveKeeping(): Promise<Leave> {
  await endHere();
  return { kind: 'left' };
}

/** Another restaurant's session goes on: this one's ends, and its database goes if nothing of it is unsent. */
export async function leaveForOther(): Promise<void> {
  const { n, refused, isKnown: isSure } = await countHere();
  const [name, copies] = isDbOpen() ? [currentDb().name, currentStore().copies] : [null, null];
  stopSync();
  endSession('unauthenticated');
  if (!name || n + refused > 0 || !isSure) return;
  copies?.forget();
  await forget(name);
}

/** "Discard": deletes the session and the local database. */
export async function leaveDiscarding(): Promise<Leave> {
  await endAndDelete({ hasDiscarded: true });
  return { kind: 'left' };
}

/** `hasDiscarded`: the copies of mutations go as well, also of those that other tabs have made meanwhile. */
async function endAndDelete({ hasDiscarded = false } = {}): Promise<void> {
  const [name, copies] = isDbOpen() ? [currentDb().name, currentStore().copies] : [null, null];
  await endHere({ hasDiscarded });
  if (!name) return;
  if (hasDiscarded) copies?.forget();
  await forget(name);
  if (hasDiscarded) copies?.forget();
}

async function forget(name: string): Promise<void> {
  if (typeof localStorage !== 'undefined') {
    forgetCopy(localStorage, name);
    forgetLastMutation(localStorage, name);
  }
  await deleted(name);
}

/** Other restaurants: their sessions end, too. A database with changes that wait stays sealed. */
async function leavePlaces(places: readonly Place[], hasDiscarded: boolean): Promise<void> {
  for (const { authToken, user, restaurant, waiting } of places) {
    await revoke(authToken);
    const name = databaseName(user.id, restaurant.id);
    if (waiting > 0 && !hasDiscarded) continue;
    if (typeof localStorage !== 'undefined') keepCopies(name, localStorage).forget();
    await forget(name);
  }
}

/** Clears everything stored, drafts too. */
async function endHere({ hasDiscarded = false } = {}): Promise<void> {
  const places = [...session.places];
  await revoke(session.authToken);
  stopSync();
  forgetPush();
  forgetDrafts();
  forgetAnswers();
  dropDraft();
  forgetCodeRequest();
  forgetReports();
  forgetImages();
  endSession('logout');
  await leavePlaces(places, hasDiscarded);
}

const DELETE_WAIT_MS = 3000;

/**
 * A frozen tab closes its connection only when it wakes, and a deletion waits for that. This does not wait: the browser deletes the
 * database as soon as it can.
 */
function deleted(name: string): Promise<unknown> {
  const gone = Dexie.delete(name).catch((error: unknown) => console.warn('The local database is not deleted', error));
  return Promise.race([gone, new Promise((resolve) => setTimeout(resolve, DELETE_WAIT_MS))]);
}

/** The next owner on this tablet must not see this one's notifications. The page does not wait for the browser's push service. */
function forgetPush(): void {
  if (typeof localStorage !== 'undefined') void thisPush().forget();
}

/** Images are public, but the next owner on this tablet has no use for these. */
function forgetImages(): void {
  if ('caches' in globalThis) void caches.delete(IMAGE_CACHE).catch(() => false);
}

/** `isKnown` false: the disk does not answer, so there may be more. */
async function countHere(): Promise<{ n: number; refused: number; isKnown: boolean }> {
  if (!isDbOpen()) return { n: 0, refused: 0, isKnown: true };
  const { db, clock, running, unsaved, copies } = currentStore();
  const keys = () => [...new Set([...unsaved.keys(), ...copies.read().map(({ entry }) => entry.key)])];
  // A mutation of a moment ago is not in the database yet, and one that the disk refuses in any tab will not be.
  const counted = Promise.all(running).then(async () => {
    const made = keys();
    const isStored = await Promise.all(made.map((key) => isKnown(db, key)));
    // Read last: a mutation that is stored meanwhile counts twice for a moment rather than not at all.
    const { waiting, attention } = await readSyncState(db);
    const n = isStored.filter((isHere) => !isHere).length + waiting;
    // The server has them all.
    if (n === 0) for (const key of made) copies.remove(key);
    return { n, refused: attention, isKnown: true };
  });
  return (await withDiskTimeout(clock, counted).catch(unanswered)) ?? { n: keys().length, refused: 0, isKnown: false };
}

function unanswered(error: unknown): undefined {
  console.warn('The local database does not answer', error);
}

const REVOKE_WAIT_MS = 3000;

/** A local logout never waits for the network: a token that could not be revoked expires by itself. */
async function revoke(token: string | null): Promise<void> {
  const signal = AbortSignal.timeout(REVOKE_WAIT_MS);
  const result = await send(auth.logout, {}, { signal, token }).catch(() => null); // only an aborted signal rejects
  if (!result?.ok) console.info('The token could not be revoked; the session here has ended all the same');
}
