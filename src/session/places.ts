import type { Session } from '../../contract/auth/calls.ts';
import { currentStore, isDbOpen } from '../data/current.ts';
import { countWaiting } from '../sync/runtime/state.ts';
import { addPlace, enterPlace } from './session.ts';

/** Uses another restaurant that this device is signed in to. Changes that are not sent stay in this one's database. */
export async function switchTo(restaurantId: string): Promise<void> {
  enterPlace(restaurantId, await settle());
}

/** Uses the one that the server has just signed this device in to. */
export async function switchToNew(session: Session): Promise<void> {
  addPlace(session, await settle());
}

/** How many changes wait, once those of a moment ago are stored. */
async function settle(): Promise<number> {
  if (!isDbOpen()) return 0;
  const { db, running } = currentStore();
  await Promise.all(running);
  return countWaiting(db);
}
