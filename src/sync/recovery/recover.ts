import type { GalleyDb } from '../../data/db.ts';
import { MutationRefused, writeTransaction, isKnown, storeMutation } from '../../data/store-mutation.ts';
import type { MutationCopy } from '../../data/copies.ts';
import { allStores, raise } from '../protocol/sync-tables.ts';
import { moveToDeadLetters, type Rebase } from '../protocol/rebase.ts';

/**
 * Stores the mutations that exist only as copies, each once: their page went away before it stored them, or the database was deleted. One
 * that no longer fits becomes a failed change. Returns what cannot be stored yet, and why; null: everything is stored.
 */
export async function recover(
  rebase: Rebase,
  copies: MutationCopy[],
): Promise<{ left: MutationCopy[]; error: unknown } | null> {
  let left = copies;
  try {
    left = await unknownOf(rebase.db, copies);
    for (; left[0]; left = left.slice(1)) await store(rebase, left[0]);
    return null;
  } catch (error) {
    return { left, error };
  }
}

const unknownOf = (db: GalleyDb, copies: MutationCopy[]): Promise<MutationCopy[]> =>
  db.transaction('r', db.outbox, db.done, db.dead_letters, db.sync, async () => {
    const known = await Promise.all(copies.map(({ entry }) => isKnown(db, entry.key)));
    return copies.filter((_, i) => !known[i]);
  });

async function store(rebase: Rebase, { entry, instead }: MutationCopy): Promise<void> {
  const definition = rebase.definitions(entry.call);
  try {
    if (!definition) throw new MutationRefused(`No mutation is known for ${entry.call}`);
    await storeMutation(rebase.db, { definition, entry, instead });
  } catch (error) {
    if (!(error instanceof MutationRefused)) throw error;
    await report(rebase, entry, error);
  }
}

async function report(rebase: Rebase, entry: MutationCopy['entry'], { message }: MutationRefused): Promise<void> {
  const { db } = rebase;
  await writeTransaction(db, allStores(db), async () => {
    // Two tabs that start together both read the copies.
    if (await isKnown(db, entry.key)) return;
    await raise(db, 'issued', 1);
    const error = { code: 'apply_failed', message };
    // It was never in the outbox.
    await moveToDeadLetters(rebase, { ...entry, seq: 0 }, { reason: 'apply_failed', error, notice: null });
  });
}
