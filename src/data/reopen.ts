import type { Clock } from './clock.ts';
import type { GalleyDb } from './db.ts';
import { inTime } from './disk.ts';

/** The connection was lost: what was under way counts as not written. Whoever uses the database next meets what goes on failing. */
export async function reopen(db: GalleyDb, clock: Clock): Promise<void> {
  try {
    // An opening that hangs is given up; the next one begins anew.
    if (!db.isOpen()) db.close({ disableAutoOpen: true });
    db.close({ disableAutoOpen: false });
    await inTime(clock, db.open());
  } catch (error) {
    console.warn('The local database does not open', error);
  }
}
