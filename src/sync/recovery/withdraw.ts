import type { GalleyDb, OutboxEntry } from '../../data/db.ts';
import { type Definitions, wasSent } from '../../data/apply-pending.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { dependsOn, makesRow } from './dependents.ts';
import { allStores, journal, raise } from '../protocol/sync-tables.ts';
import { type Rebase, rebaseRows } from '../protocol/rebase.ts';

/** "Undo" before the change was ever sent: the rows are as if it had not been made. What was built upon it goes with it. */
export async function withdrawEntry(rebase: Rebase, key: string): Promise<boolean> {
  const { db, definitions } = rebase;
  return writeTransaction(db, allStores(db), async () => {
    const entry = await db.outbox.where('key').equals(key).first();
    if (!entry || wasSent(entry)) return false;
    const gone = [entry, ...(await builtUpon(db, definitions, entry))];
    await db.outbox.bulkDelete(gone.map((e) => e.seq));
    await raise(db, 'withdrawn', gone.length);
    await journal(db, gone, 'withdrawn', rebase.at);
    await rebaseRows(rebase, new Set(gone.flatMap((e) => e.touches)));
    return true;
  });
}

/** Later changes of a row that only this entry makes exist. */
async function builtUpon(db: GalleyDb, definitions: Definitions, entry: OutboxEntry): Promise<OutboxEntry[]> {
  const found = new Map<number, OutboxEntry>();
  for (const touch of entry.touches) {
    const shadow = await db.shadow.get(touch);
    if (!shadow || shadow.base !== null || !makesRow(definitions, entry)) continue;
    const pending = await db.outbox.where('seq').above(entry.seq).toArray();
    for (const later of pending) if (!wasSent(later) && dependsOn(later, touch)) found.set(later.seq, later);
  }
  return [...found.values()];
}
