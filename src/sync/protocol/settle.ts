import type { MutationResult } from '../../../contract/sync/calls.ts';
import type { OutboxEntry, Touch } from '../../data/db.ts';
import { dependsOn, makesRow } from '../recovery/dependents.ts';
import { journal, raise, read } from './sync-tables.ts';
import { moveToDeadLetters, rebaseRows, type Rebase } from './rebase.ts';

/** Rows to rebase after a step. */
export interface Changes {
  dirty: Set<Touch>;
  /** Rows whose creation was refused. */
  orphans: Set<Touch>;
}

export const noChanges = (): Changes => ({ dirty: new Set(), orphans: new Set() });

/**
 * Applies results: an applied mutation waits for the pull with its effect; a refused one becomes a dead letter. Repeated or late results
 * find no open entry and do nothing. Inside a transaction over all stores.
 */
export async function settle(rebase: Rebase, results: MutationResult[], changes: Changes): Promise<number> {
  const { db } = rebase;
  if (results.length === 0) return 0;
  const entries = await db.outbox
    .where('mid')
    .anyOf(results.map((result) => result.mid))
    .filter((entry) => entry.state !== 'acked')
    .toArray();
  const byMid = new Map(entries.map((entry) => [entry.mid, entry]));
  for (const result of results) {
    const entry = byMid.get(result.mid);
    if (!entry) continue;
    byMid.delete(result.mid);
    if (isApplied(result)) await acknowledge(rebase, entry, result);
    else await refuse(rebase, entry, result, changes);
  }
  return entries.length - byMid.size;
}

const isApplied = (result: MutationResult): boolean =>
  result.outcome === 'applied' || (result.outcome === 'duplicate' && result.first_outcome !== 'rejected');

async function acknowledge({ db }: Rebase, entry: OutboxEntry, result: MutationResult): Promise<void> {
  await db.outbox.put({
    ...entry,
    state: 'acked',
    ackVersion: result.version,
    lease: null,
    notice: result.notice ?? null,
  });
}

async function refuse(rebase: Rebase, entry: OutboxEntry, result: MutationResult, changes: Changes): Promise<void> {
  const error = result.error ?? { code: 'internal', message: 'The server refused the change' };
  // It was sent in the same batch as the creation that it depends on.
  const isOrphan = [...changes.orphans].some((touch) => dependsOn(entry, touch));
  await moveToDeadLetters(rebase, entry, { reason: isOrphan ? 'dependency' : 'rejected', error, notice: null });
  const isCreation = makesRow(rebase.definitions, entry);
  for (const touch of entry.touches) {
    changes.dirty.add(touch);
    if (isCreation) changes.orphans.add(touch);
  }
}

/**
 * Ends entries that the pull has confirmed. An acknowledgement is not enough: before the cursor has reached the version of its effect, an
 * earlier pull could bring the old value back. Between the pages of a delta entries wait for the last page, because a row that changed
 * again comes only in its newest version.
 */
export async function finish(rebase: Rebase, changes: Changes): Promise<void> {
  const { db, at } = rebase;
  const cursor = await read(db, 'cursor');
  if (cursor && !(await read(db, 'isBetweenPages'))) {
    const acked = await db.outbox.where('state').equals('acked').toArray();
    const ready = acked.filter((entry) => entry.ackVersion !== null && entry.ackVersion <= cursor.version);
    const isLost = (entry: OutboxEntry) => entry.notice?.code === 'superseded';
    const done = ready.filter((entry) => !isLost(entry));
    for (const entry of ready.filter(isLost))
      await moveToDeadLetters(rebase, entry, { reason: 'superseded', error: null, notice: entry.notice });
    await db.outbox.bulkDelete(done.map((entry) => entry.seq));
    await raise(db, 'done', done.length);
    await journal(db, done, 'done', at, { clientId: await read(db, 'clientId') });
    for (const entry of ready) for (const touch of entry.touches) changes.dirty.add(touch);
  }
  await rebaseRows(rebase, changes.dirty, changes.orphans);
}
