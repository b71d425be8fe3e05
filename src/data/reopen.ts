import type { Clock } from './clock.ts';
import type { GalleyDb } from './db.ts';
import { DiskTimeout, withDiskTimeout } from './disk.ts';

/** The connection was lost: what was under way counts as not written. Whoever uses the database next meets what goes on failing. */
export async function reopen(db: GalleyDb, clock: Clock): Promise<void> {
  try {
    // An opening that hangs is given up; the next one begins anew.
    if (!db.isOpen()) db.close({ disableAutoOpen: true });
    db.close({ disableAutoOpen: false });
    await withDiskTimeout(clock, db.open());
  } catch (error) {
    console.warn('The local database does not open', error);
  }
}

/** Dexie opens by itself, but not again what it could not open once. Whoever is opening it already is only disturbed when that hangs. */
export async function opened(db: GalleyDb, clock: Clock): Promise<void> {
  if (db.isOpen()) return;
  try {
    await withDiskTimeout(clock, db.open());
  } catch (error) {
    if (error instanceof DiskTimeout) await reopen(db, clock);
    else console.warn('The local database does not open', error);
  }
}
