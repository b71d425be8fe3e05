import type { Clock } from './clock.ts';
import type { GalleyDb } from './db.ts';
import { DiskTimeout, withDiskTimeout } from './disk.ts';

/** Reopens a lost connection. Running work counts as not written. If opening fails, the next use of the database meets the error. */
export async function reopen(db: GalleyDb, clock: Clock): Promise<void> {
  try {
    // Gives up an opening that hangs; the next one starts anew.
    if (!db.isOpen()) db.close({ disableAutoOpen: true });
    db.close({ disableAutoOpen: false });
    await withDiskTimeout(clock, db.open());
  } catch (error) {
    console.warn('The local database does not open', error);
  }
}

/** Opens the database: Dexie does not retry an opening that failed once. An opening in progress is interrupted only if it hangs. */
export async function opened(db: GalleyDb, clock: Clock): Promise<void> {
  if (db.isOpen()) return;
  try {
    await withDiskTimeout(clock, db.open());
  } catch (error) {
    if (error instanceof DiskTimeout) await reopen(db, clock);
    else console.warn('The local database does not open', error);
  }
}
