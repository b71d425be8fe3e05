import type { GalleyDb, OutboxEntry, Touch } from '../../data/db.ts';
import { type Definitions, wasSent } from '../../data/apply-pending.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { dependsOn, makesRow } from './dependents.ts';
import { allStores, journal, raise } from '../protocol/sync-tables.ts';
import { type Rebase, rebaseRows } from '../protocol/rebase.ts';

/** Withdraws a mutation that was never sent: its rows are as if it had not been made. Its dependents are withdrawn with it (R24). */
export async function withdrawEntry(rebase: Rebase, key: string): Promise<boolean> {
  const { db, definitions } = rebase;
  return writeTransaction(db, allStores(db), async () => {
    const entry = await db.outbox.where('key').equals(key).first();
    if (!entry || wasSent(entry)) return false;
    const gone = [entry, ...(await findDependents(db, definitions, entry))];
    await db.outbox.bulkDelete(gone.map((e) => e.seq));
    await raise(db, 'withdrawn', gone.length);
    await journal(db, gone, 'withdrawn', rebase.at);
    await rebaseRows(rebase, new Set(gone.flatMap((e) => e.touches)));
    return true;
  });
}

/** Dependents of the entry, directly or indirectly: later mutations that need a row created only by these entries. */
async function findDependents(db: GalleyDb, definitions: Definitions, entry: OutboxEntry): Promise<OutboxEntry[]> {
  const found: OutboxEntry[] = [];
  const lost = await createdBy(db, definitions, entry);
  const later = lost.length > 0 ? await db.outbox.where('seq').above(entry.seq).toArray() : [];
  for (const next of later) {
    // A deletion that includes other rows still makes sense.
    const hasOthers =
      next.touches.some((touch) => lost.includes(touch)) && !next.touches.every((t) => lost.includes(t));
    if (wasSent(next) || hasOthers || !lost.some((touch) => dependsOn(next, touch))) continue;
    found.push(next);
    lost.push(...(await createdBy(db, definitions, next)));
  }
  return found;
}

/** The rows that only this entry creates. */
async function createdBy(db: GalleyDb, definitions: Definitions, entry: OutboxEntry): Promise<Touch[]> {
  if (!makesRow(definitions, entry)) return [];
  const shadows = await db.shadow.bulkGet(entry.touches);
  return entry.touches.filter((_, i) => shadows[i]?.base === null);
}
