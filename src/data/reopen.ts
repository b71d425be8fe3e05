import type { GalleyDb } from './db.ts';

/** The connection was lost: what was under way counts as not written. Whoever uses the database next meets what goes on failing. */
export async function reopen(db: GalleyDb): Promise<void> {
  try {
    db.close({ disableAutoOpen: false });
    await db.open();
  } catch (error) {
    console.warn('The local database does not open', error);
  }
}
