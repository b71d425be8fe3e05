import type { Session } from '../../contract/auth/calls.ts';
import { openOwnDatabase } from '../sync/runtime/client.ts';
import { readSyncState } from '../sync/runtime/state.ts';
import { addPlace, enterPlace } from './session.ts';

/** Uses another restaurant that this device is signed in to. Changes that are not sent stay in this one's database. */
export async function switchTo(restaurantId: string): Promise<void> {
  enterPlace(restaurantId, await settle());
}

/** Uses the one that the server has just signed this device in to. */
export async function switchToNew(session: Session): Promise<void> {
  addPlace(session, await settle());
}

/** How many changes wait or need the person, once those of a moment ago are stored. */
async function settle(): Promise<number> {
  const store = openOwnDatabase();
  if (!store) return 0;
  await Promise.all(store.running);
  const { waiting, attention } = await readSyncState(store.db);
  return waiting + attention;
}
