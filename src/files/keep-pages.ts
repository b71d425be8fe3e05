import type { GalleyDb } from '../data/db.ts';
import { writeTransaction } from '../data/store-mutation.ts';
import type { Store } from '../data/store.ts';
import { keepFile, type Kept } from './kept-files.ts';

export type KeptPages = { kind: 'kept'; ids: string[] } | Exclude<Kept, { kind: 'kept' }>;

/**
 * Stores the pages of a menu as `prepare` makes them, all or none: what was stored before the device was full is deleted again. One after the other, so that their
 * bytes are not in memory together. Rejects if a file cannot be read, such as one that was moved meanwhile.
 */
export async function keepPages(
  store: Store,
  files: readonly Blob[],
  prepare: (file: Blob) => Promise<Blob> = async (file) => file,
): Promise<KeptPages> {
  const ids: string[] = [];
  // On a full disk nothing may be deleted either. They then go after a day.
  const takeBack = () => dropFiles(store.db, ids).catch(() => undefined);
  try {
    for (const given of files) {
      const file = await prepare(given);
      const part = { type: file.type || 'application/octet-stream', bytes: await file.arrayBuffer() };
      const kept = await keepFile(store, [part], { use: 'menu_page' });
      if (kept.kind !== 'kept') {
        await takeBack();
        return kept;
      }
      ids.push(kept.id);
    }
    return { kind: 'kept', ids };
  } catch (error) {
    await takeBack();
    throw error;
  }
}

/** Deletes files that no mutation will name: without this they would stay for a day. */
export const dropFiles = (db: GalleyDb, ids: string[]): Promise<void> =>
  writeTransaction(db, ['files', 'sync'], () => db.files.bulkDelete(ids));
