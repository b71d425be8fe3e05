import type { GalleyDb, StoredFile } from '../data/db.ts';
import { isFull } from '../data/disk.ts';
import { writeTransaction } from '../data/store-mutation.ts';
import type { Store } from '../data/store.ts';

/** Files that a device keeps at most, about 100 MB of images. They leave it when they are sent. */
const FILES_MAX = 200;
/** Nobody has saved the form in which it was chosen. */
const DRAFT_MS = 24 * 60 * 60_000;

export type Kept = { kind: 'kept'; id: string } | { kind: 'too_many' | 'full' };

/**
 * Stores a file before any mutation names it, so that neither a restart nor a rescued mutation can have lost its bytes. Nothing is
 * sent until a mutation names the id.
 */
export async function keepFile(
  store: Store,
  parts: StoredFile['parts'],
  more: Pick<StoredFile, 'use'> = {},
): Promise<Kept> {
  const { db } = store;
  // Random in all of its bits: it becomes a public address.
  const id = crypto.randomUUID();
  try {
    return await writeTransaction(db, ['files', 'sync'], async () => {
      if ((await db.files.count()) >= FILES_MAX) return { kind: 'too_many' };
      await db.files.put({ id, state: 'waiting', at: store.clock.now(), ...more, parts });
      return { kind: 'kept', id };
    });
  } catch (error) {
    if (isFull(error)) return { kind: 'full' };
    throw error;
  }
}

export const setFileState = (db: GalleyDb, id: string, state: StoredFile['state']): Promise<void> =>
  writeTransaction(db, ['files', 'sync'], async () => void (await db.files.update(id, { state })));

/** What is to be done with the files of this device. */
export interface FilePlan {
  /** To be sent, in the order in which waiting mutations name them. */
  send: string[];
  /** Only a failed change names them: they are sent again if the person tries it again. */
  again: string[];
  /** No mutation names them any more. */
  forget: string[];
}

const none: FilePlan = { send: [], again: [], forget: [] };

/** Reads keys and bodies, not the bytes. `now`: epoch ms. */
export const planFiles = (db: GalleyDb, now: number): Promise<FilePlan> =>
  db.transaction('r', [db.files, db.outbox, db.dead_letters], async () => {
    const inState = (state: StoredFile['state']) => db.files.where('state').equals(state).primaryKeys();
    const [waiting, sent, refused] = await Promise.all([inState('waiting'), inState('sent'), inState('refused')]);
    if (waiting.length + sent.length + refused.length === 0) return none;
    const [old, entries, deadLetters] = await Promise.all([
      db.files
        .where('at')
        .below(now - DRAFT_MS)
        .primaryKeys(),
      db.outbox.orderBy('seq').toArray(),
      db.dead_letters.toArray(),
    ]);
    const pending = entries.map(({ body }) => JSON.stringify(body)).join();
    const failed = deadLetters.map(({ entry }) => JSON.stringify(entry.body)).join();
    const placeOf = (id: string) => pending.indexOf(id);
    const isFree = (id: string) => placeOf(id) < 0 && !failed.includes(id);
    return {
      send: waiting.filter((id) => placeOf(id) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b)),
      again: [...sent, ...refused].filter((id) => placeOf(id) < 0 && failed.includes(id)),
      forget: [...sent, ...[...waiting, ...refused].filter((id) => old.includes(id))].filter(isFree),
    };
  });

/** Deletes them if that is still the plan: a mutation may have come meanwhile. */
export async function forgetFiles(db: GalleyDb, now: number): Promise<void> {
  const { forget } = await planFiles(db, now);
  await writeTransaction(db, ['files', 'sync'], () => db.files.bulkDelete(forget));
}
